# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""A table of plain columns."""

import csv
import html


def _number(text):
    """The number that a text is, else the text; None for an empty one."""
    if text == "":
        return None
    for read in (int, float):
        try:
            return read(text)
        except ValueError:
            pass
    return text


def _column(texts):
    """Numbers where all that is there are numbers, else texts."""
    values = [_number(text) for text in texts]
    if any(isinstance(value, str) for value in values):
        return list(texts)
    return values


class Table(dict):
    """Columns by name, each a list, all of one length. None is 'not known'. pandas.DataFrame(table) takes it as it is."""

    @classmethod
    def of_csv(cls, text):
        rows = list(csv.reader(text.splitlines(keepends=True)))
        header, rows = rows[0], rows[1:]
        return cls({name: _column([row[i] for row in rows]) for i, name in enumerate(header)})

    def __len__(self):
        """The number of rows."""
        return len(next(iter(self.values()))) if self.keys() else 0

    def __bool__(self):
        return len(self) > 0

    def row(self, index):
        """One row as a dictionary."""
        return {name: column[index] for name, column in self.items()}

    def rows(self):
        return [self.row(i) for i in range(len(self))]

    def where(self, **wanted):
        """The rows whose columns have these values: operations.where(kind="kernel", stream=7)."""
        for name in wanted:
            if name not in self.keys():
                raise KeyError(f"no column '{name}'; there are {', '.join(self.keys())}")
        kept = [i for i in range(len(self)) if all(self[name][i] == value for name, value in wanted.items())]
        return Table({name: [column[i] for i in kept] for name, column in self.items()})

    def to_pandas(self):
        """A pandas.DataFrame. Raises ImportError where there is no pandas."""
        import pandas

        return pandas.DataFrame(dict(self))

    def __repr__(self):
        return f"<Table of {len(self)} rows: {', '.join(self.keys())}>"

    def _repr_html_(self, shown=20):
        def cells(tag, values):
            return "".join(f"<{tag}>{'' if value is None else html.escape(str(value))}</{tag}>" for value in values)

        body = "".join(f"<tr>{cells('td', self.row(i).values())}</tr>" for i in range(min(shown, len(self))))
        more = f"<p>{len(self) - shown} more rows</p>" if len(self) > shown else ""
        return f"<table><tr>{cells('th', self.keys())}</tr>{body}</table>{more}"
