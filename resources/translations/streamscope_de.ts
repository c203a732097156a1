<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE">
<context>
    <name>Arranger</name>
    <message>
        <source>1 lane hidden – show</source>
        <translation>1 Spur ausgeblendet – zeigen</translation>
    </message>
    <message>
        <source>%1 lanes hidden – show</source>
        <translation>%1 Spuren ausgeblendet – zeigen</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>BarLabels</name>
    <message>
        <source>waits %1</source>
        <translation>wartet %1</translation>
    </message>
    <message>
        <source>waits</source>
        <translation>wartet</translation>
    </message>
</context>
<context>
    <name>ContentLane</name>
    <message>
        <source>%1 % busy</source>
        <translation>%1 % belegt</translation>
    </message>
</context>
<context>
    <name>CounterLane</name>
    <message>
        <source>Counters: mean solid, maximum pale</source>
        <translation>Zähler: Mittel kräftig, Maximum blass</translation>
    </message>
    <message>
        <source>Counters</source>
        <translation>Zähler</translation>
    </message>
    <message>
        <source>adding up …</source>
        <translation>wird summiert …</translation>
    </message>
    <message>
        <source>at most %1</source>
        <translation>höchstens %1</translation>
    </message>
    <message>
        <source>mean of this pixel; at most %1</source>
        <translation>Mittel dieses Pixels; höchstens %1</translation>
    </message>
</context>
<context>
    <name>DeviceText</name>
    <message>
        <source>%1, one of %2 · %3, simulated</source>
        <translation>%1, eine von %2 · %3, simuliert</translation>
    </message>
    <message>
        <source>%1 · %2, simulated</source>
        <translation>%1 · %2, simuliert</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>FoldedLane</name>
    <message numerus="yes">
        <source>%n lane(s)</source>
        <translation>
            <numerusform>%n Spur</numerusform>
            <numerusform>%n Spuren</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: %2, folded</source>
        <translation>%1: %2, zusammengeklappt</translation>
    </message>
    <message>
        <source>%1 % busy here, of those with work</source>
        <translation>%1 % hier belegt, von denen mit Arbeit</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
</context>
<context>
    <name>LessonGroup</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Geschafft</translation>
    </message>
    <message>
        <source>Begun</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Not begun</source>
        <translation>Nicht begonnen</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>Lektionen</translation>
    </message>
    <message>
        <source>Lessons (%1 of %2 done)</source>
        <translation>Lektionen (%1 von %2 geschafft)</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>%1 (%2): %3</source>
        <translation>%1 (%2): %3</translation>
    </message>
    <message>
        <source>framed: the critical path</source>
        <translation>umrahmt: der kritische Pfad</translation>
    </message>
    <message>
        <source>part of the run: %1 to %2</source>
        <translation>Teil des Laufs: %1 bis %2</translation>
    </message>
    <message>
        <source>part of each run: %1 to %2</source>
        <translation>Teil jedes Laufs: %1 bis %2</translation>
    </message>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>Replayed on %1: %2 off, 95 % of the starts within %3.</source>
        <translation>Replay auf %1: %2 Abweichung, 95 % der Starts innerhalb von %3.</translation>
    </message>
    <message>
        <source>⚠ not used</source>
        <translation>⚠ nicht benutzt</translation>
    </message>
    <message>
        <source>input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>⚠ read before it is written</source>
        <translation>⚠ gelesen, bevor er beschrieben wird</translation>
    </message>
    <message>
        <source>result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>never read</source>
        <translation>nie gelesen</translation>
    </message>
    <message>
        <source>%1× read</source>
        <translation>%1× gelesen</translation>
    </message>
    <message>
        <source>%1× written</source>
        <translation>%1× beschrieben</translation>
    </message>
    <message>
        <source>No operation reads or writes it; it is allocated all the same.</source>
        <translation>Keine Operation liest oder beschreibt ihn; angelegt wird er trotzdem.</translation>
    </message>
    <message>
        <source>Nothing is copied or written into it before it is read. StreamScope fills it with a pattern before the run; a program of yours would find anything there.</source>
        <translation>Nichts wird hineinkopiert oder -geschrieben, bevor er gelesen wird. StreamScope füllt ihn vor dem Lauf mit einem Muster; ein eigenes Programm fände dort irgendetwas.</translation>
    </message>
    <message>
        <source>copy between two devices</source>
        <translation>Kopie zwischen zwei Geräten</translation>
    </message>
    <message>
        <source>all-reduce over all devices</source>
        <translation>All-Reduce über alle Geräte</translation>
    </message>
</context>
<context>
    <name>RecordedCommand</name>
    <message>
        <source>Say which program to record, such as: python train.py</source>
        <translation>Welches Programm soll aufgezeichnet werden? Zum Beispiel: python train.py</translation>
    </message>
    <message>
        <source>The name of the program is empty</source>
        <translation>Der Name des Programms ist leer</translation>
    </message>
    <message>
        <source>There is no folder “%1” to start the program in</source>
        <translation>Es gibt keinen Ordner „%1“, in dem das Programm starten könnte</translation>
    </message>
</context>
<context>
    <name>SceneBuilder</name>
    <message>
        <source>%1 operations, zoom in</source>
        <translation>%1 Operationen, zum Ansehen vergrößern</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>Settings are not kept: %1 cannot be written</source>
        <translation>Einstellungen bleiben nicht erhalten: %1 lässt sich nicht schreiben</translation>
    </message>
</context>
<context>
    <name>Sheet</name>
    <message>
        <source>**Run:** %1</source>
        <translation>**Lauf:** %1</translation>
    </message>
    <message>
        <source>**Question.** %1</source>
        <translation>**Frage.** %1</translation>
    </message>
    <message>
        <source>Answer: **%1**</source>
        <translation>Antwort: **%1**</translation>
    </message>
    <message>
        <source>Answer: \_\_\_\_\_\_\_\_\_\_\_\_ %1</source>
        <translation>Antwort: \_\_\_\_\_\_\_\_\_\_\_\_ %1</translation>
    </message>
    <message>
        <source>**Change it.** %1</source>
        <translation>**Ändern.** %1</translation>
    </message>
    <message>
        <source>What I changed: \_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_</source>
        <translation>Was ich geändert habe: \_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_\_</translation>
    </message>
    <message>
        <source>A solution: **%1**</source>
        <translation>Eine Lösung: **%1**</translation>
    </message>
</context>
<context>
    <name>SmLane</name>
    <message>
        <source>SM %1</source>
        <translation>SM %1</translation>
    </message>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
    <message>
        <source>SMs: blocks, coloured by kernel</source>
        <translation>SMs: Blöcke, nach Kernel gefärbt</translation>
    </message>
    <message>
        <source>SMs</source>
        <translation>SMs</translation>
    </message>
    <message>
        <source>GPU %1 · %2</source>
        <translation>GPU %1 · %2</translation>
    </message>
    <message>
        <source>SMs of both runs: blocks, what is matched in one colour</source>
        <translation>SMs beider Läufe: Blöcke, Zusammengehöriges in einer Farbe</translation>
    </message>
    <message>
        <source>SMs: blocks, coloured by kernel; no blocks of %1 were recorded</source>
        <translation>SMs: Blöcke, nach Kernel gefärbt; von %1 wurden keine Blöcke aufgezeichnet</translation>
    </message>
    <message>
        <source>block %1</source>
        <translation>Block %1</translation>
    </message>
    <message numerus="yes">
        <source>%n block(s)</source>
        <translation>
            <numerusform>%n Block</numerusform>
            <numerusform>%n Blöcke</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at least one of them running for %1 in all, at most %n at once</source>
        <translation>
            <numerusform>mindestens einer davon lief insgesamt %1, höchstens %n zugleich</numerusform>
            <numerusform>mindestens einer davon lief insgesamt %1, höchstens %n zugleich</numerusform>
        </translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>not known which one</source>
        <translation>unbekannt, welcher</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message numerus="yes">
        <source>&lt;p&gt;The longest of %n blocks in this pixel. Zoom in to tell them apart.&lt;/p&gt;</source>
        <translation>
            <numerusform>&lt;p&gt;Der längste von %n Block in diesem Pixel. Zum Unterscheiden vergrößern.&lt;/p&gt;</numerusform>
            <numerusform>&lt;p&gt;Der längste von %n Blöcken in diesem Pixel. Zum Unterscheiden vergrößern.&lt;/p&gt;</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SpanLane</name>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>CUDA calls</source>
        <translation>CUDA-Aufrufe</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Engines</source>
        <translation>Engines</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>im Leerlauf</translation>
    </message>
    <message>
        <source>%1 % waiting</source>
        <translation>%1 % wartend</translation>
    </message>
    <message numerus="yes">
        <source>%n operation(s)</source>
        <translation>
            <numerusform>%n Operation</numerusform>
            <numerusform>%n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>, executing for %1 in all</source>
        <translation>, führt insgesamt %1 aus</translation>
    </message>
    <message>
        <source>, waiting in synchronisations for %1</source>
        <translation>, wartet in Synchronisationen %1</translation>
    </message>
</context>
<context>
    <name>SweepPicture</name>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>s</source>
        <translation>s</translation>
    </message>
    <message>
        <source>%1 (simulated)</source>
        <translation>%1 (simuliert)</translation>
    </message>
    <message>
        <source>Bound: no schedule is shorter</source>
        <translation>Schranke: kein Ablauf ist kürzer</translation>
    </message>
    <message>
        <source>× refused or failed</source>
        <translation>× abgelehnt oder gescheitert</translation>
    </message>
</context>
<context>
    <name>TimelineContent</name>
    <message>
        <source>GPU %1</source>
        <translation>GPU %1</translation>
    </message>
</context>
<context>
    <name>TimelineKeys</name>
    <message>
        <source>Zoom in at the pointer</source>
        <translation>Am Zeiger vergrößern</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Verkleinern</translation>
    </message>
    <message>
        <source>Move to the left</source>
        <translation>Nach links</translation>
    </message>
    <message>
        <source>Move to the right</source>
        <translation>Nach rechts</translation>
    </message>
    <message>
        <source>Scroll up</source>
        <translation>Nach oben blättern</translation>
    </message>
    <message>
        <source>Scroll down</source>
        <translation>Nach unten blättern</translation>
    </message>
    <message>
        <source>Show the selected operation or range</source>
        <translation>Gewählte Operation oder gewählten Bereich zeigen</translation>
    </message>
    <message>
        <source>Show the whole run</source>
        <translation>Ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>Zoom to the selected range</source>
        <translation>Gewählten Bereich füllend zeigen</translation>
    </message>
    <message>
        <source>Back to the former zoom</source>
        <translation>Zurück zum vorigen Ausschnitt</translation>
    </message>
    <message>
        <source>Next operation of the lane</source>
        <translation>Nächste Operation der Spur</translation>
    </message>
    <message>
        <source>Previous operation of the lane</source>
        <translation>Vorige Operation der Spur</translation>
    </message>
    <message>
        <source>Next lane</source>
        <translation>Nächste Spur</translation>
    </message>
    <message>
        <source>Previous lane</source>
        <translation>Vorige Spur</translation>
    </message>
    <message>
        <source>To what waited for it</source>
        <translation>Zu dem, was darauf gewartet hat</translation>
    </message>
    <message>
        <source>To what it waited for</source>
        <translation>Zu dem, worauf sie gewartet hat</translation>
    </message>
    <message>
        <source>Clear the selection</source>
        <translation>Auswahl aufheben</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Next one found</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Previous one found</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Set a marker, or write its note</source>
        <translation>Marke setzen oder ihre Notiz schreiben</translation>
    </message>
    <message>
        <source>Next marker</source>
        <translation>Nächste Marke</translation>
    </message>
    <message>
        <source>Previous marker</source>
        <translation>Vorige Marke</translation>
    </message>
    <message>
        <source>Delete the nearest marker</source>
        <translation>Nächstgelegene Marke löschen</translation>
    </message>
    <message>
        <source>Show or hide dependency arrows</source>
        <translation>Abhängigkeitspfeile zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Critical path: show or hide; of two runs both, the baseline&apos;s, this run&apos;s</source>
        <translation>Kritischer Pfad: zeigen oder verbergen; bei zwei Läufen beide, den der Basis, den dieses Laufs</translation>
    </message>
    <message>
        <source>Pin or unpin the lane</source>
        <translation>Spur anheften oder lösen</translation>
    </message>
    <message>
        <source>Hide the lane</source>
        <translation>Spur ausblenden</translation>
    </message>
    <message>
        <source>Show all lanes again</source>
        <translation>Alle Spuren wieder zeigen</translation>
    </message>
    <message>
        <source>Move the lane up</source>
        <translation>Spur nach oben schieben</translation>
    </message>
    <message>
        <source>Move the lane down</source>
        <translation>Spur nach unten schieben</translation>
    </message>
    <message>
        <source>Make the lane taller</source>
        <translation>Spur höher machen</translation>
    </message>
    <message>
        <source>Make the lane flatter</source>
        <translation>Spur flacher machen</translation>
    </message>
    <message>
        <source>Fold or unfold the lane&apos;s heading</source>
        <translation>Überschrift der Spur auf- oder zuklappen</translation>
    </message>
    <message>
        <source>Next grouping of the lanes</source>
        <translation>Nächste Gruppierung der Spuren</translation>
    </message>
    <message>
        <source>Show or hide counter lanes</source>
        <translation>Zählerspuren zeigen oder verbergen</translation>
    </message>
    <message>
        <source>Show all keys</source>
        <translation>Alle Tasten zeigen</translation>
    </message>
    <message>
        <source>Shift with zoom and move keys</source>
        <translation>Umschalt mit Zoom- und Bewegungstasten</translation>
    </message>
    <message>
        <source>Twice as far</source>
        <translation>Doppelt so weit</translation>
    </message>
    <message>
        <source>Ctrl+1 … Ctrl+9, 1 … 9</source>
        <translation>Strg+1 … Strg+9, 1 … 9</translation>
    </message>
    <message>
        <source>Keep this view as a bookmark, go back to it</source>
        <translation>Ansicht als Lesezeichen merken, dorthin zurück</translation>
    </message>
    <message>
        <source>Wheel, Ctrl+wheel, pinch</source>
        <translation>Rad, Strg+Rad, Spreizen</translation>
    </message>
    <message>
        <source>Ctrl+wheel, pinch</source>
        <translation>Strg+Rad, Spreizen</translation>
    </message>
    <message>
        <source>Zoom at the pointer</source>
        <translation>Am Zeiger zoomen</translation>
    </message>
    <message>
        <source>Shift+wheel, sideways wheel</source>
        <translation>Umschalt+Rad, seitliches Rad</translation>
    </message>
    <message>
        <source>Move along the time</source>
        <translation>In der Zeit bewegen</translation>
    </message>
    <message>
        <source>Ctrl+Shift+wheel</source>
        <translation>Strg+Umschalt+Rad</translation>
    </message>
    <message>
        <source>Taller or shorter SM lanes</source>
        <translation>SM-Spuren höher oder flacher</translation>
    </message>
    <message>
        <source>Drag</source>
        <translation>Ziehen</translation>
    </message>
    <message>
        <source>Select a range; its ends snap to operations, with Alt they do not</source>
        <translation>Bereich wählen; seine Enden rasten an Operationen ein, mit Alt nicht</translation>
    </message>
    <message>
        <source>Ctrl+click</source>
        <translation>Strg+Klick</translation>
    </message>
    <message>
        <source>Measure from the selected operation to this one</source>
        <translation>Von der gewählten Operation bis zu dieser messen</translation>
    </message>
    <message>
        <source>Shift+drag, right drag</source>
        <translation>Umschalt+Ziehen, rechts ziehen</translation>
    </message>
    <message>
        <source>Shift+drag, middle drag</source>
        <translation>Umschalt+Ziehen, Mitte ziehen</translation>
    </message>
    <message>
        <source>Move the picture</source>
        <translation>Bild verschieben</translation>
    </message>
    <message>
        <source>Middle drag</source>
        <translation>Mitte ziehen</translation>
    </message>
    <message>
        <source>Zoom to the dragged range</source>
        <translation>Gezogenen Bereich vergrößern</translation>
    </message>
    <message>
        <source>Double click</source>
        <translation>Doppelklick</translation>
    </message>
    <message>
        <source>Show one operation as wide as the window</source>
        <translation>Eine Operation so breit wie das Fenster zeigen</translation>
    </message>
    <message>
        <source>Click or drag a heading or a label</source>
        <translation>Überschrift oder Beschriftung anklicken oder ziehen</translation>
    </message>
    <message>
        <source>Fold its lanes, move the lane; its lower edge makes it taller</source>
        <translation>Ihre Spuren zuklappen, Spur verschieben; die Unterkante macht sie höher</translation>
    </message>
</context>
<context>
    <name>TimelinePainting</name>
    <message>
        <source>Prediction</source>
        <translation>Vorhersage</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Looking for dependencies …</source>
        <translation>Abhängigkeiten werden gesucht …</translation>
    </message>
</context>
<context>
    <name>WindowActions</name>
    <message>
        <source>&amp;Manual</source>
        <translation>&amp;Handbuch</translation>
    </message>
    <message>
        <source>&amp;Timeline shortcuts</source>
        <translation>&amp;Tastenkürzel der Zeitleiste</translation>
    </message>
    <message>
        <source>&amp;Report a problem…</source>
        <translation>&amp;Problem melden…</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>&amp;About StreamScope</source>
        <translation>&amp;Über StreamScope</translation>
    </message>
    <message>
        <source>About &amp;Qt</source>
        <translation>Über &amp;Qt</translation>
    </message>
    <message>
        <source>&amp;New program…</source>
        <translation>&amp;Neues Programm…</translation>
    </message>
    <message>
        <source>Build a program of streams and operations by hand (Ctrl+N)</source>
        <translation>Ein Programm aus Streams und Operationen von Hand bauen (Strg+N)</translation>
    </message>
    <message>
        <source>&amp;Open…</source>
        <translation>Ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Open ran&amp;ks…</source>
        <translation>Ran&amp;ks öffnen…</translation>
    </message>
    <message>
        <source>Open a folder of traces, one of each rank of a job, on one axis</source>
        <translation>Einen Ordner mit Traces öffnen, einem je Rank eines Jobs, auf einer Achse</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Save &amp;as…</source>
        <translation>Speichern &amp;unter…</translation>
    </message>
    <message>
        <source>O&amp;pen session…</source>
        <translation>Si&amp;tzung öffnen…</translation>
    </message>
    <message>
        <source>Open the tabs of a session file beside those that are open</source>
        <translation>Die Tabs einer Sitzungsdatei neben den offenen öffnen</translation>
    </message>
    <message>
        <source>Sa&amp;ve session…</source>
        <translation>S&amp;itzung speichern…</translation>
    </message>
    <message>
        <source>Save all tabs with their runs, traces, markers and views in one file, which opens anywhere (Ctrl+Alt+S)</source>
        <translation>Alle Tabs mit Läufen, Traces, Marken und Ansichten in einer Datei speichern, die sich überall öffnen lässt (Strg+Alt+S)</translation>
    </message>
    <message>
        <source>Save sess&amp;ion as…</source>
        <translation>Sitzun&amp;g speichern unter…</translation>
    </message>
    <message>
        <source>&amp;Close tab</source>
        <translation>Tab s&amp;chließen</translation>
    </message>
    <message>
        <source>&amp;Clear this list</source>
        <translation>Liste &amp;leeren</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Open &amp;recent</source>
        <translation>Zu&amp;letzt geöffnet</translation>
    </message>
    <message>
        <source>&amp;Undo:</source>
        <translation>&amp;Rückgängig:</translation>
    </message>
    <message>
        <source>&amp;Redo:</source>
        <translation>Wieder&amp;holen:</translation>
    </message>
    <message>
        <source>Re&amp;vert to saved</source>
        <translation>Auf &amp;Gespeichertes zurücksetzen</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>Copy command &amp;line</source>
        <translation>Befehls&amp;zeile kopieren</translation>
    </message>
    <message>
        <source>Copy the command that runs the same without a window</source>
        <translation>Den Befehl kopieren, der dasselbe ohne Fenster ausführt</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Find operations by name, kind, stream or duration (Ctrl+F)</source>
        <translation>Operationen nach Name, Art, Stream oder Dauer suchen (Strg+F)</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>Weiters&amp;uchen</translation>
    </message>
    <message>
        <source>Fin&amp;d previous</source>
        <translation>Rückwär&amp;ts suchen</translation>
    </message>
    <message>
        <source>Edit as pro&amp;gram…</source>
        <translation>Als &amp;Programm bearbeiten…</translation>
    </message>
    <message>
        <source>Show the streams and operations of this experiment as tables and change them (F4)</source>
        <translation>Streams und Operationen dieses Experiments als Tabellen zeigen und ändern (F4)</translation>
    </message>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Ausführen</translation>
    </message>
    <message>
        <source>Run the experiment on the chosen device (F5)</source>
        <translation>Das Experiment auf dem gewählten Gerät ausführen (F5)</translation>
    </message>
    <message>
        <source>S&amp;top</source>
        <translation>Sto&amp;pp</translation>
    </message>
    <message>
        <source>Stop the run (Esc or Shift+F5)</source>
        <translation>Den Lauf anhalten (Esc oder Umschalt+F5)</translation>
    </message>
    <message>
        <source>Recor&amp;d program…</source>
        <translation>Programm aufzeich&amp;nen…</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Aufzeichnen</translation>
    </message>
    <message>
        <source>Run any CUDA program and record what it does on its GPUs (Ctrl+R)</source>
        <translation>Ein beliebiges CUDA-Programm starten und aufzeichnen, was es auf seinen GPUs tut (Strg+R)</translation>
    </message>
    <message>
        <source>Record agai&amp;n</source>
        <translation>Erneut aufzei&amp;chnen</translation>
    </message>
    <message>
        <source>Run the same command once more, and compare the two recordings (Ctrl+Shift+R)</source>
        <translation>Denselben Befehl noch einmal starten und beide Aufzeichnungen vergleichen (Strg+Umschalt+R)</translation>
    </message>
    <message>
        <source>Record &amp;blocks</source>
        <translation>&amp;Blöcke aufzeichnen</translation>
    </message>
    <message>
        <source>In the run of the picture, record on which SM and when each block of the kernels ran; the timeline then has a lane for each SM</source>
        <translation>Im Lauf des Bildes aufzeichnen, auf welchem SM und wann jeder Block der Kernel lief; die Zeitleiste hat dann eine Spur je SM</translation>
    </message>
    <message>
        <source>&amp;Predict</source>
        <translation>&amp;Vorhersagen</translation>
    </message>
    <message>
        <source>Show as outlines what a model expects of these values, and how far a run is from it (F6)</source>
        <translation>Als Umrisse zeigen, was ein Modell bei diesen Werten erwartet und wie weit ein Lauf davon entfernt ist (F6)</translation>
    </message>
    <message>
        <source>Rep&amp;lay trace</source>
        <translation>&amp;Replay des Trace</translation>
    </message>
    <message>
        <source>Run what the trace shows again on a model of its device, and show both: how far a prediction can be trusted (F7)</source>
        <translation>Was der Trace zeigt, auf einem Modell seines Geräts noch einmal ausführen und beides zeigen: wie weit einer Vorhersage zu trauen ist (F7)</translation>
    </message>
    <message>
        <source>Replay this ran&amp;ge</source>
        <translation>Replay des B&amp;ereichs</translation>
    </message>
    <message>
        <source>Replay the operations of the trace that run in the selected range</source>
        <translation>Die Operationen des Trace, die im gewählten Bereich laufen, noch einmal ausführen</translation>
    </message>
    <message>
        <source>Run replay &amp;on a device</source>
        <translation>Replay au&amp;f einem Gerät ausführen</translation>
    </message>
    <message>
        <source>Run what the trace or its selected range shows on the chosen device, with kernels of the same length as stand-ins, and compare (Shift+F7)</source>
        <translation>Was der Trace oder sein gewählter Bereich zeigt, auf dem gewählten Gerät ausführen, mit gleich langen Ersatz-Kernels, und vergleichen (Umschalt+F7)</translation>
    </message>
    <message>
        <source>E&amp;xplain this operation</source>
        <translation>Diese &amp;Operation erklären</translation>
    </message>
    <message>
        <source>Say what the selected operation waited for, and what that waited for</source>
        <translation>Worauf die gewählte Operation gewartet hat, und worauf das gewartet hat</translation>
    </message>
    <message>
        <source>T&amp;une</source>
        <translation>&amp;Tunen</translation>
    </message>
    <message>
        <source>Find the best streams, chunks, order, memory … of this experiment on the chosen device: a model chooses which %1 combinations to run at most (F9)</source>
        <translation>Die besten Streams, Chunks, Reihenfolge, Speicher … dieses Experiments auf dem gewählten Gerät finden: ein Modell wählt, welche höchstens %1 Kombinationen laufen (F9)</translation>
    </message>
    <message>
        <source>&amp;Sweep</source>
        <translation>&amp;Sweep</translation>
    </message>
    <message>
        <source>Run every combination of the values of one to three knobs (F10)</source>
        <translation>Jede Kombination der Werte von ein bis drei Reglern ausführen (F10)</translation>
    </message>
    <message>
        <source>&amp;What if…</source>
        <translation>&amp;Was wäre wenn…</translation>
    </message>
    <message>
        <source>List changes, such as pinned memory, and see at once what each is predicted to win; of a trace in its selected range (F8)</source>
        <translation>Änderungen wie Pinned Memory auflisten und sofort sehen, was jede voraussichtlich bringt; bei einem Trace im gewählten Bereich (F8)</translation>
    </message>
    <message>
        <source>&amp;Export</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>Picture as P&amp;NG…</source>
        <translation>Bild als P&amp;NG…</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>PNG-Bild (*.png)</translation>
    </message>
    <message>
        <source>Picture as &amp;SVG…</source>
        <translation>Bild als &amp;SVG…</translation>
    </message>
    <message>
        <source>SVG drawing (*.svg)</source>
        <translation>SVG-Zeichnung (*.svg)</translation>
    </message>
    <message>
        <source>Picture as &amp;PDF…</source>
        <translation>Bild als &amp;PDF…</translation>
    </message>
    <message>
        <source>PDF document (*.pdf)</source>
        <translation>PDF-Dokument (*.pdf)</translation>
    </message>
    <message>
        <source>Operations as &amp;CSV…</source>
        <translation>Operationen als &amp;CSV…</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Kommagetrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>&amp;Blocks as CSV…</source>
        <translation>&amp;Blöcke als CSV…</translation>
    </message>
    <message>
        <source>Blocks as comma-separated values (*.blocks.csv)</source>
        <translation>Blöcke als kommagetrennte Werte (*.blocks.csv)</translation>
    </message>
    <message>
        <source>&amp;Trace for Perfetto…</source>
        <translation>&amp;Trace für Perfetto…</translation>
    </message>
    <message>
        <source>Chrome trace (*.trace.json)</source>
        <translation>Chrome-Trace (*.trace.json)</translation>
    </message>
    <message>
        <source>&amp;Report as JSON…</source>
        <translation>Be&amp;richt als JSON…</translation>
    </message>
    <message>
        <source>Report (*.json)</source>
        <translation>Bericht (*.json)</translation>
    </message>
    <message>
        <source>PNG and copies at %1×</source>
        <translation>PNG und Kopien in %1×</translation>
    </message>
    <message>
        <source>&amp;Compare</source>
        <translation>Verg&amp;leichen</translation>
    </message>
    <message>
        <source>With a &amp;file…</source>
        <translation>Mit einer &amp;Datei…</translation>
    </message>
    <message>
        <source>A run&apos;s CSV, a trace of PyTorch or of Nsight Systems becomes the baseline of the run that is shown</source>
        <translation>Die CSV eines Laufs, ein Trace von PyTorch oder Nsight Systems wird die Basis des gezeigten Laufs</translation>
    </message>
    <message>
        <source>With the &amp;prediction</source>
        <translation>Mit der &amp;Vorhersage</translation>
    </message>
    <message>
        <source>What the model says for the values of the form becomes the baseline of the run</source>
        <translation>Was das Modell zu den Werten des Formulars sagt, wird die Basis des Laufs</translation>
    </message>
    <message>
        <source>&amp;Keep this run as the baseline</source>
        <translation>Diesen Lauf als &amp;Basis behalten</translation>
    </message>
    <message>
        <source>Turn a knob and run: the change of the new run is counted from this one</source>
        <translation>Einen Regler drehen und ausführen: die Änderung des neuen Laufs zählt ab diesem</translation>
    </message>
    <message>
        <source>&amp;Swap baseline and this run</source>
        <translation>Basis und diesen Lauf &amp;tauschen</translation>
    </message>
    <message>
        <source>Count the changes from the other run</source>
        <translation>Die Änderungen vom anderen Lauf aus zählen</translation>
    </message>
    <message>
        <source>&amp;Close comparison</source>
        <translation>Vergleich &amp;schließen</translation>
    </message>
    <message>
        <source>&amp;Absolute time</source>
        <translation>&amp;Absolute Zeit</translation>
    </message>
    <message>
        <source>Each run 0 – &amp;100 %</source>
        <translation>Jeder Lauf 0 – &amp;100 %</translation>
    </message>
    <message>
        <source>&amp;Lessons</source>
        <translation>&amp;Lektionen</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>A&amp;nsicht</translation>
    </message>
    <message>
        <source>Fit &amp;whole run</source>
        <translation>&amp;Ganzen Lauf zeigen</translation>
    </message>
    <message>
        <source>Fit &amp;selection</source>
        <translation>Aus&amp;wahl zeigen</translation>
    </message>
    <message>
        <source>Zoom &amp;in</source>
        <translation>&amp;Vergrößern</translation>
    </message>
    <message>
        <source>Zoom &amp;out</source>
        <translation>Ver&amp;kleinern</translation>
    </message>
    <message>
        <source>Go to the &amp;median step</source>
        <translation>Zum &amp;Median-Schritt</translation>
    </message>
    <message>
        <source>Go to the &amp;odd step</source>
        <translation>Zum auffä&amp;lligen Schritt</translation>
    </message>
    <message>
        <source>The step that is farthest from the median, where one is far from it</source>
        <translation>Der Schritt, der am weitesten vom Median entfernt ist, wo einer weit entfernt ist</translation>
    </message>
    <message>
        <source>&amp;Compare with the median step</source>
        <translation>Mit dem Median-Schritt &amp;vergleichen</translation>
    </message>
    <message>
        <source>&amp;Fold all steps into one</source>
        <translation>Alle Schritte zu einem &amp;falten</translation>
    </message>
    <message>
        <source>One step of the medians of all steps, with how far each operation spreads</source>
        <translation>Ein Schritt aus den Medianen aller Schritte, mit der Streuung jeder Operation</translation>
    </message>
    <message>
        <source>Compare with the step &amp;before</source>
        <translation>Mit dem Schritt &amp;davor vergleichen</translation>
    </message>
    <message>
        <source>SM &amp;lanes</source>
        <translation>&amp;SM-Spuren</translation>
    </message>
    <message>
        <source>&amp;Counter lanes</source>
        <translation>&amp;Zählerspuren</translation>
    </message>
    <message>
        <source>Show bandwidth, active streams, queue depth and busy SMs over time, as far as the run says (V)</source>
        <translation>Bandbreite, aktive Streams, Warteschlangen und belegte SMs über der Zeit zeigen, soweit der Lauf es sagt (V)</translation>
    </message>
    <message>
        <source>Show the blocks on a lane for each SM, where they were recorded</source>
        <translation>Die Blöcke auf einer Spur je SM zeigen, wo sie aufgezeichnet wurden</translation>
    </message>
    <message>
        <source>By &amp;name</source>
        <translation>Nach &amp;Name</translation>
    </message>
    <message>
        <source>By &amp;kind</source>
        <translation>Nach &amp;Art</translation>
    </message>
    <message>
        <source>By &amp;stream</source>
        <translation>Nach &amp;Stream</translation>
    </message>
    <message>
        <source>By &amp;chunk</source>
        <translation>Nach &amp;Chunk</translation>
    </message>
    <message>
        <source>&amp;System</source>
        <translation>&amp;System</translation>
    </message>
    <message>
        <source>&amp;Light</source>
        <translation>&amp;Hell</translation>
    </message>
    <message>
        <source>&amp;Dark</source>
        <translation>&amp;Dunkel</translation>
    </message>
    <message>
        <source>High contrast, &amp;white</source>
        <translation>Hoher Kontrast, &amp;weiß</translation>
    </message>
    <message>
        <source>High contrast, &amp;black</source>
        <translation>Hoher Kontrast, s&amp;chwarz</translation>
    </message>
    <message>
        <source>Ne&amp;xt tab</source>
        <translation>Nä&amp;chster Tab</translation>
    </message>
    <message>
        <source>Pre&amp;vious tab</source>
        <translation>Vor&amp;heriger Tab</translation>
    </message>
    <message>
        <source>&amp;Restore default layout</source>
        <translation>Stand&amp;ardanordnung wiederherstellen</translation>
    </message>
    <message>
        <source>&amp;Presentation</source>
        <translation>Präse&amp;ntation</translation>
    </message>
    <message>
        <source>The timeline and its headline on the whole screen, with large labels (F11)</source>
        <translation>Die Zeitleiste mit ihrer Kopfzeile auf dem ganzen Bildschirm, groß beschriftet (F11)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>St&amp;eps</source>
        <translation>Sch&amp;ritte</translation>
    </message>
    <message>
        <source>&amp;Kernel colours</source>
        <translation>Kernel-&amp;Farben</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>Far&amp;bschema</translation>
    </message>
    <message>
        <source>Lang&amp;uage</source>
        <translation>S&amp;prache</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Open re&amp;mote…</source>
        <translation>&amp;Entfernt öffnen…</translation>
    </message>
    <message>
        <source>Open a trace on another machine there; only what is looked at travels here</source>
        <translation>Einen Trace auf einer anderen Maschine dort öffnen; nur, was angesehen wird, kommt hierher</translation>
    </message>
    <message>
        <source>Add &amp;machine…</source>
        <translation>&amp;Maschine hinzufügen…</translation>
    </message>
    <message>
        <source>Use the GPUs of another machine through ssh; also shows, tries and removes machines</source>
        <translation>Die GPUs einer anderen Maschine über ssh nutzen; zeigt, prüft und entfernt auch Maschinen</translation>
    </message>
    <message>
        <source>Fe&amp;tch to this computer…</source>
        <translation>Auf diesen &amp;Rechner holen…</translation>
    </message>
    <message>
        <source>Copy the file of the trace in front from its machine, after a question with its size, and open it here</source>
        <translation>Die Datei des Trace vorn von ihrer Maschine hierher kopieren, nach einer Frage mit ihrer Größe, und hier öffnen</translation>
    </message>
    <message>
        <source>Reopen close&amp;d tab</source>
        <translation>Geschlossenen Tab &amp;wieder öffnen</translation>
    </message>
    <message>
        <source>Open the tab again that was closed last, with its run, sweep and markers</source>
        <translation>Den zuletzt geschlossenen Tab wieder öffnen, mit Lauf, Sweep und Marken</translation>
    </message>
    <message>
        <source>Pictures and CSV: the &amp;whole run</source>
        <translation>Bilder und CSV: der &amp;ganze Lauf</translation>
    </message>
    <message>
        <source>Pictures and CSV: the &amp;visible span</source>
        <translation>Bilder und CSV: die sic&amp;htbare Spanne</translation>
    </message>
    <message>
        <source>Pictures and CSV: the selected ran&amp;ge</source>
        <translation>Bilder und CSV: der ge&amp;wählte Bereich</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
</context>
<context>
    <name>WindowDocks</name>
    <message>
        <source>Experiments</source>
        <translation>Experimente</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Advice</source>
        <translation>Rat</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Info</translation>
    </message>
    <message>
        <source>Tables</source>
        <translation>Tabellen</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>Was wäre wenn</translation>
    </message>
    <message>
        <source>Sweep</source>
        <translation>Sweep</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>Lektion</translation>
    </message>
    <message>
        <source>Open pa&amp;ge</source>
        <translation>S&amp;eite öffnen</translation>
    </message>
</context>
<context>
    <name>engine</name>
    <message>
        <source>the window reads traces and sessions from files only; write it into one first</source>
        <translation>das Fenster liest Traces und Sitzungen nur aus Dateien; erst in eine schreiben</translation>
    </message>
    <message>
        <source>no change is on</source>
        <translation>keine Änderung ist eingeschaltet</translation>
    </message>
    <message>
        <source>an export ends in .png, .svg, .pdf, .csv, .blocks.csv, .trace.json or .json</source>
        <translation>ein Export endet auf .png, .svg, .pdf, .csv, .blocks.csv, .trace.json oder .json</translation>
    </message>
    <message>
        <source>cudaMalloc and cudaFree are called %1 times, for %2: each holds the host, and a free waits for the device.</source>
        <translation>cudaMalloc und cudaFree werden %1 Mal aufgerufen, zusammen %2: jeder Aufruf hält den Host auf, und eine Freigabe wartet auf das Gerät.</translation>
    </message>
    <message>
        <source>Allocate once and use the memory again, or allocate from a pool (cudaMallocAsync).</source>
        <translation>Einmal anlegen und den Speicher wiederverwenden, oder aus einem Pool anlegen (cudaMallocAsync).</translation>
    </message>
    <message>
        <source>%1 collectives take %2: how much of that lies behind the other work depends on the size of the buckets.</source>
        <translation>%1 Collectives dauern %2: wie viel davon hinter der übrigen Arbeit verschwindet, hängt von der Größe der Buckets ab.</translation>
    </message>
    <message>
        <source>Reduce in buckets of another size (bucket_cap_mb of DistributedDataParallel).</source>
        <translation>In Buckets anderer Größe reduzieren (bucket_cap_mb von DistributedDataParallel).</translation>
    </message>
    <message>
        <source>%1 streams share %2 hardware queues: a kernel can wait for one of another stream without need.</source>
        <translation>%1 Streams teilen sich %2 Hardware-Warteschlangen: ein Kernel kann grundlos auf einen aus einem anderen Stream warten.</translation>
    </message>
    <message>
        <source>Set CUDA_DEVICE_MAX_CONNECTIONS=32 before the process starts CUDA.</source>
        <translation>CUDA_DEVICE_MAX_CONNECTIONS=32 setzen, bevor der Prozess CUDA startet.</translation>
    </message>
    <message>
        <source>1 copy moves %1 in %2, and kernels work on the data before or behind them.</source>
        <translation>1 Kopie bewegt %1 in %2, und Kernel bearbeiten die Daten davor oder danach.</translation>
    </message>
    <message>
        <source>%1 copies move %2 in %3, and kernels work on the data before or behind them.</source>
        <translation>%1 Kopien bewegen %2 in %3, und Kernel bearbeiten die Daten davor oder danach.</translation>
    </message>
    <message>
        <source>Cut the work into chunks that travel on several non-blocking streams.</source>
        <translation>Die Arbeit in Chunks schneiden, die auf mehreren nicht blockierenden Streams laufen.</translation>
    </message>
    <message>
        <source>Memory comes from a pool in %1 calls, and the host synchronises %2 times: each time the pool gives its unused memory back.</source>
        <translation>Speicher kommt in %1 Aufrufen aus einem Pool, und der Host synchronisiert %2 Mal: jedes Mal gibt der Pool seinen unbenutzten Speicher zurück.</translation>
    </message>
    <message>
        <source>Let the pool keep its memory: cudaMemPoolAttrReleaseThreshold.</source>
        <translation>Den Pool seinen Speicher behalten lassen: cudaMemPoolAttrReleaseThreshold.</translation>
    </message>
    <message>
        <source>Stream %1 was full, with %2 operations: the host was held for %3 in 1 call, and issued nothing to other streams meanwhile.</source>
        <translation>Stream %1 war voll, mit %2 Operationen: der Host wurde in 1 Aufruf %3 aufgehalten und hat in dieser Zeit anderen Streams nichts gegeben.</translation>
    </message>
    <message>
        <source>Stream %1 was full, with %2 operations: the host was held for %3 in %4 calls, and issued nothing to other streams meanwhile.</source>
        <translation>Stream %1 war voll, mit %2 Operationen: der Host wurde in %4 Aufrufen %3 aufgehalten und hat in dieser Zeit anderen Streams nichts gegeben.</translation>
    </message>
    <message>
        <source>Submit the many operations as CUDA graphs, each of which takes one place; or issue the work of the other streams first, or from another thread.</source>
        <translation>Die vielen Operationen als CUDA-Graphen abschicken, von denen jeder einen Platz belegt; oder die Arbeit der anderen Streams zuerst oder aus einem anderen Thread auslösen.</translation>
    </message>
    <message>
        <source>The kernels of stream %1 wait %2 times until a result is copied back, before they make the next one.</source>
        <translation>Die Kernel von Stream %1 warten %2 Mal, bis ein Ergebnis zurückkopiert ist, ehe sie das nächste berechnen.</translation>
    </message>
    <message>
        <source>Write results to two buffers in turn, so that a kernel waits for the copy before the last one.</source>
        <translation>Ergebnisse abwechselnd in zwei Puffer schreiben, sodass ein Kernel auf die vorletzte Kopie wartet.</translation>
    </message>
    <message>
        <source>1 host function takes %1, and what stands behind in the stream waits for the CPU.</source>
        <translation>1 Host-Funktion dauert %1, und was im Stream dahinter steht, wartet auf die CPU.</translation>
    </message>
    <message>
        <source>%1 host functions take %2, and what stands behind in the stream waits for the CPU.</source>
        <translation>%1 Host-Funktionen dauern %2, und was im Stream dahinter steht, wartet auf die CPU.</translation>
    </message>
    <message>
        <source>Give host functions a stream of their own, behind an event, where later work does not need them.</source>
        <translation>Host-Funktionen einen eigenen Stream geben, hinter einem Event, wo spätere Arbeit sie nicht braucht.</translation>
    </message>
    <message>
        <source>Between its calls the host works for %1, and the GPU waits for it.</source>
        <translation>Zwischen seinen Aufrufen arbeitet der Host %1, und die GPU wartet auf ihn.</translation>
    </message>
    <message>
        <source>Half of that work would come to this: another thread for it (DataLoader workers), compiled instead of interpreted code (torch.compile), fewer calls.</source>
        <translation>Die Hälfte dieser Arbeit brächte so viel: ein anderer Thread dafür (DataLoader-Worker), kompilierter statt interpretierter Code (torch.compile), weniger Aufrufe.</translation>
    </message>
    <message>
        <source>Engines serve copies and kernels in the order in which they are issued, and another order of the same %1 operations is possible.</source>
        <translation>Engines bedienen Kopien und Kernel in der Reihenfolge, in der sie ausgelöst werden, und eine andere Reihenfolge derselben %1 Operationen ist möglich.</translation>
    </message>
    <message>
        <source>Issue in the other order: depth-first, chunk after chunk, or breadth-first, stage after stage.</source>
        <translation>In der anderen Reihenfolge auslösen: Tiefe zuerst, Chunk für Chunk, oder Breite zuerst, Stufe für Stufe.</translation>
    </message>
    <message>
        <source>1 copy in or back could run beside the kernels of another step.</source>
        <translation>1 Kopie hin oder zurück könnte neben den Kernels eines anderen Schritts laufen.</translation>
    </message>
    <message>
        <source>%1 copies in or back could run beside the kernels of another step.</source>
        <translation>%1 Kopien hin oder zurück könnten neben den Kernels eines anderen Schritts laufen.</translation>
    </message>
    <message>
        <source>Copy the data of the next step while the kernels of this one run: a stream for the copies, two buffers, events between.</source>
        <translation>Die Daten des nächsten Schritts kopieren, während die Kernel dieses Schritts laufen: ein Stream für die Kopien, zwei Puffer, Events dazwischen.</translation>
    </message>
    <message>
        <source>%1 of %2 operations are kernels of less than 50 µs, and each is a call of the host of its own.</source>
        <translation>%1 von %2 Operationen sind Kernel unter 50 µs, und jeder ist ein eigener Aufruf des Hosts.</translation>
    </message>
    <message>
        <source>Submit repeated launches as one CUDA graph (torch.cuda.graphs, torch.compile), or fuse kernels.</source>
        <translation>Wiederholte Starts als einen CUDA-Graphen abschicken (torch.cuda.graphs, torch.compile) oder Kernel verschmelzen.</translation>
    </message>
    <message>
        <source>The kernels of stream %1 were ready and waited %2 in all for those of other streams.</source>
        <translation>Die Kernel von Stream %1 waren bereit und warteten insgesamt %2 auf die anderer Streams.</translation>
    </message>
    <message>
        <source>Give stream %1 a higher priority (cudaStreamCreateWithPriority).</source>
        <translation>Stream %1 eine höhere Priorität geben (cudaStreamCreateWithPriority).</translation>
    </message>
    <message>
        <source>1 copy moves %1, %2 each: the starts of copies and kernels cost more than their work.</source>
        <translation>1 Kopie bewegt %1, je %2: die Starts der Kopien und Kernel kosten mehr als ihre Arbeit.</translation>
    </message>
    <message>
        <source>%1 copies move %2, %3 each: the starts of copies and kernels cost more than their work.</source>
        <translation>%1 Kopien bewegen %2, je %3: die Starts der Kopien und Kernel kosten mehr als ihre Arbeit.</translation>
    </message>
    <message>
        <source>Use fewer, larger chunks.</source>
        <translation>Weniger, größere Chunks nehmen.</translation>
    </message>
    <message>
        <source>Use fewer, larger chunks, where these are parts of one whole.</source>
        <translation>Weniger, größere Chunks nehmen, wo diese Teile eines Ganzen sind.</translation>
    </message>
    <message>
        <source>The NULL stream is used beside blocking streams: each of its operations waits for all of theirs, and theirs for it.</source>
        <translation>Der NULL-Stream wird neben blockierenden Streams benutzt: jede seiner Operationen wartet auf alle von ihnen, und diese auf sie.</translation>
    </message>
    <message>
        <source>Create the streams with cudaStreamNonBlocking, and order them by events where they need one another.</source>
        <translation>Die Streams mit cudaStreamNonBlocking anlegen und durch Events ordnen, wo sie einander brauchen.</translation>
    </message>
    <message>
        <source>One stream has %1 operations, which run in turn also where their data do not need that.</source>
        <translation>Ein Stream hat %1 Operationen, die auch dort nacheinander laufen, wo ihre Daten das nicht verlangen.</translation>
    </message>
    <message>
        <source>Give work on separate data streams of its own.</source>
        <translation>Arbeit an getrennten Daten eigene Streams geben.</translation>
    </message>
    <message>
        <source>1 copy uses pageable host memory, for %1: each is staged through a pinned buffer and holds the host.</source>
        <translation>1 Kopie benutzt Pageable-Speicher des Hosts, %1 lang: jede läuft über einen Pinned-Puffer und hält den Host auf.</translation>
    </message>
    <message>
        <source>%1 copies use pageable host memory, for %2: each is staged through a pinned buffer and holds the host.</source>
        <translation>%1 Kopien benutzen Pageable-Speicher des Hosts, %2 lang: jede läuft über einen Pinned-Puffer und hält den Host auf.</translation>
    </message>
    <message>
        <source>Pin the host memory (cudaHostAlloc, cudaHostRegister; pin_memory in PyTorch) and copy with cudaMemcpyAsync (non_blocking=True).</source>
        <translation>Den Speicher des Hosts pinnen (cudaHostAlloc, cudaHostRegister; pin_memory in PyTorch) und mit cudaMemcpyAsync kopieren (non_blocking=True).</translation>
    </message>
    <message>
        <source>1 copy between devices is staged through the host, for %1.</source>
        <translation>1 Kopie zwischen Geräten läuft über den Host, %1 lang.</translation>
    </message>
    <message>
        <source>%1 copies between devices are staged through the host, for %2.</source>
        <translation>%1 Kopien zwischen Geräten laufen über den Host, %2 lang.</translation>
    </message>
    <message>
        <source>Enable peer access (cudaDeviceEnablePeerAccess) in both directions.</source>
        <translation>Peer-Zugriff (cudaDeviceEnablePeerAccess) in beide Richtungen einschalten.</translation>
    </message>
    <message>
        <source>The host reads a result of at most %1 bytes back %2 times and waits for each (.item(), a flag).</source>
        <translation>Der Host liest %2 Mal ein Ergebnis von höchstens %1 Bytes zurück und wartet jedes Mal darauf (.item(), ein Flag).</translation>
    </message>
    <message>
        <source>Keep the results on the device and read them once at the end, or every some steps.</source>
        <translation>Die Ergebnisse auf dem Gerät behalten und einmal am Ende lesen, oder alle paar Schritte.</translation>
    </message>
    <message>
        <source>%1 copies inside the device move %2: each has a call and a start of its own.</source>
        <translation>%1 Kopien innerhalb des Geräts bewegen %2: jede hat einen eigenen Aufruf und einen eigenen Start.</translation>
    </message>
    <message>
        <source>Copy what lies side by side in one call, rows at equal distances with cudaMemcpy2DAsync, and the rest with one kernel for all.</source>
        <translation>Kopiere, was nebeneinander liegt, in einem Aufruf, Zeilen in gleichen Abständen mit cudaMemcpy2DAsync und den Rest mit einem Kernel für alle.</translation>
    </message>
    <message>
        <source>%1 copies move %2, and %3 of them at most 64 KiB: each has a start of its own.</source>
        <translation>%1 Kopien bewegen %2, davon %3 höchstens 64 KiB: jede hat ihren eigenen Start.</translation>
    </message>
    <message>
        <source>%1 kernels have at most half as many blocks as the device has SMs (%2), for %3.</source>
        <translation>%1 Kernel haben höchstens halb so viele Blöcke, wie das Gerät SMs hat (%2), zusammen %3.</translation>
    </message>
    <message>
        <source>Give work that does not need one another streams of its own, so that such kernels run side by side.</source>
        <translation>Arbeit, die einander nicht braucht, eigene Streams geben, sodass solche Kernel nebeneinander laufen.</translation>
    </message>
    <message>
        <source>The host waits for the GPU %1 times, for %2 in all, and issues nothing meanwhile.</source>
        <translation>Der Host wartet %1 Mal auf die GPU, insgesamt %2, und löst währenddessen nichts aus.</translation>
    </message>
    <message>
        <source>Take the synchronisations away that nothing on the host needs; order streams among each other with events.</source>
        <translation>Die Synchronisationen weglassen, die nichts auf dem Host braucht; Streams untereinander durch Events ordnen.</translation>
    </message>
    <message>
        <source>Span</source>
        <translation>Spanne</translation>
    </message>
    <message>
        <source>From the first start to the last end of any GPU operation of the device. Shares are of this.</source>
        <translation>Vom ersten Start bis zum letzten Ende aller GPU-Operationen des Geräts. Anteile beziehen sich darauf.</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Length of the union of all GPU operations: time in which at least one executed. Overlap counts once; touching operations merge.</source>
        <translation>Länge der Vereinigung aller GPU-Operationen: Zeit, in der mindestens eine lief. Überlappung zählt einmal; aneinanderstoßende Operationen verschmelzen.</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Span less busy: no operation executed on the device.</source>
        <translation>Spanne minus belegt: keine Operation lief auf dem Gerät.</translation>
    </message>
    <message>
        <source>Utilisation</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>Busy / span. It says that something ran, not that the SMs were full.</source>
        <translation>Belegt / Spanne. Das sagt, dass etwas lief, nicht, dass die SMs voll waren.</translation>
    </message>
    <message>
        <source>Kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Union of all kernels, those of NCCL and RCCL included.</source>
        <translation>Vereinigung aller Kernel, die von NCCL und RCCL eingeschlossen.</translation>
    </message>
    <message>
        <source>Copies</source>
        <translation>Kopien</translation>
    </message>
    <message>
        <source>Union of all copies in any direction.</source>
        <translation>Vereinigung aller Kopien in jeder Richtung.</translation>
    </message>
    <message>
        <source>H2D copies</source>
        <translation>H2D-Kopien</translation>
    </message>
    <message>
        <source>Union of the copies from the host to the device.</source>
        <translation>Vereinigung der Kopien vom Host zum Gerät.</translation>
    </message>
    <message>
        <source>D2H copies</source>
        <translation>D2H-Kopien</translation>
    </message>
    <message>
        <source>Union of the copies from the device to the host.</source>
        <translation>Vereinigung der Kopien vom Gerät zum Host.</translation>
    </message>
    <message>
        <source>D2D copies</source>
        <translation>D2D-Kopien</translation>
    </message>
    <message>
        <source>Union of the copies within the device.</source>
        <translation>Vereinigung der Kopien innerhalb des Geräts.</translation>
    </message>
    <message>
        <source>Memsets</source>
        <translation>Memsets</translation>
    </message>
    <message>
        <source>Union of the memsets; they are a class of their own.</source>
        <translation>Vereinigung der Memsets; sie sind eine eigene Klasse.</translation>
    </message>
    <message>
        <source>Kernel and any copy</source>
        <translation>Kernel und Kopie</translation>
    </message>
    <message>
        <source>Length of union(kernels) and union(copies) at once.</source>
        <translation>Länge von Vereinigung(Kernel) und Vereinigung(Kopien) zugleich.</translation>
    </message>
    <message>
        <source>Kernel and H2D</source>
        <translation>Kernel und H2D</translation>
    </message>
    <message>
        <source>A kernel and a host-to-device copy executed at once.</source>
        <translation>Ein Kernel und eine Kopie vom Host zum Gerät liefen zugleich.</translation>
    </message>
    <message>
        <source>Kernel and D2H</source>
        <translation>Kernel und D2H</translation>
    </message>
    <message>
        <source>A kernel and a device-to-host copy executed at once.</source>
        <translation>Ein Kernel und eine Kopie vom Gerät zum Host liefen zugleich.</translation>
    </message>
    <message>
        <source>H2D and D2H</source>
        <translation>H2D und D2H</translation>
    </message>
    <message>
        <source>Copies in both directions executed at once.</source>
        <translation>Kopien in beide Richtungen liefen zugleich.</translation>
    </message>
    <message>
        <source>Copying hidden</source>
        <translation>Kopieren verdeckt</translation>
    </message>
    <message>
        <source>union(kernels) and union(copies) at once / union(copies): the share of copying under which a kernel ran.</source>
        <translation>Vereinigung(Kernel) und Vereinigung(Kopien) zugleich / Vereinigung(Kopien): der Anteil des Kopierens, unter dem ein Kernel lief.</translation>
    </message>
    <message>
        <source>Copying exposed</source>
        <translation>Kopieren unverdeckt</translation>
    </message>
    <message>
        <source>union(copies) less what kernels hid.</source>
        <translation>Vereinigung(Kopien) minus was Kernel verdeckten.</translation>
    </message>
    <message>
        <source>Communication</source>
        <translation>Kommunikation</translation>
    </message>
    <message>
        <source>Union of the kernels of NCCL and RCCL, told by their names.</source>
        <translation>Vereinigung der Kernel von NCCL und RCCL, am Namen erkannt.</translation>
    </message>
    <message>
        <source>Communication hidden</source>
        <translation>Kommunikation verdeckt</translation>
    </message>
    <message>
        <source>union(other kernels) and union(communication) at once / union(communication). Unknown without such kernels.</source>
        <translation>Vereinigung(andere Kernel) und Vereinigung(Kommunikation) zugleich / Vereinigung(Kommunikation). Unbekannt ohne solche Kernel.</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Compute (kernels but communication, and memsets) + communication that no compute hides + copying that neither hides + idle = span.</source>
        <translation>Rechnen (Kernel außer Kommunikation, und Memsets) + Kommunikation, die kein Rechnen verdeckt + Kopieren, das keins von beiden verdeckt + Leerlauf = Spanne.</translation>
    </message>
    <message>
        <source>Streams active</source>
        <translation>Aktive Streams</translation>
    </message>
    <message>
        <source>Time within the span in which exactly so many streams executed.</source>
        <translation>Zeit innerhalb der Spanne, in der genau so viele Streams ausführten.</translation>
    </message>
    <message>
        <source>Most streams at once</source>
        <translation>Meiste Streams zugleich</translation>
    </message>
    <message>
        <source>The largest number of streams that executed at the same time.</source>
        <translation>Die größte Zahl von Streams, die gleichzeitig ausführten.</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Busy: union of the stream&apos;s operations. Waiting: ready and waiting for an engine.</source>
        <translation>Belegt: Vereinigung der Operationen des Streams. Wartend: bereit und wartend auf eine Engine.</translation>
    </message>
    <message>
        <source>Gaps</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Time in which a stream did not execute, between its first start and its last end. Host late: the next operation was not issued yet. Queue full: the same, while a full queue held the host. Launch: issued and starting. Event wait: the stream was told to wait. Engine wait: its engine served others. Default stream: blocking streams wait for it. Unknown: the data does not say. Summed over streams, so it may exceed the span.</source>
        <translation>Zeit, in der ein Stream nichts ausführte, zwischen seinem ersten Start und seinem letzten Ende. Host zu spät: die nächste Operation war noch nicht ausgelöst. Schlange voll: ebenso, während eine volle Warteschlange den Host aufhielt. Start: ausgelöst und beim Starten. Event: der Stream sollte warten. Engine: seine Engine bediente andere. Default-Stream: blockierende Streams warten auf ihn. Unbekannt: die Daten sagen es nicht. Über Streams summiert, also womöglich mehr als die Spanne.</translation>
    </message>
    <message>
        <source>Deepest queue</source>
        <translation>Längste Schlange</translation>
    </message>
    <message>
        <source>Operations of a stream that were issued and not started, at most; 1,022 is full. Unknown without calls.</source>
        <translation>Operationen eines Streams, die ausgelöst und nicht gestartet waren, höchstens; 1.022 ist voll. Unbekannt ohne Aufrufe.</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Bytes / sum of the copies&apos; own durations, by direction and memory kind.</source>
        <translation>Bytes / Summe der Dauern der Kopien selbst, nach Richtung und Speicherart.</translation>
    </message>
    <message>
        <source>Synchronisations</source>
        <translation>Synchronisationen</translation>
    </message>
    <message>
        <source>Calls in which the host waited for the GPU, and the union of their time.</source>
        <translation>Aufrufe, in denen der Host auf die GPU wartete, und die Vereinigung ihrer Zeit.</translation>
    </message>
    <message>
        <source>Critical path</source>
        <translation>Kritischer Pfad</translation>
    </message>
    <message>
        <source>Back from the operation that ended last, at each step to the operation that held it and ended last: by stream order, an event, the order of an engine or the host. Where the host issued it later than that, the time in between is the host&apos;s. The parts add up to the span.</source>
        <translation>Von der Operation, die zuletzt endete, zurück, in jedem Schritt zu der, die sie aufhielt und zuletzt endete: durch die Reihenfolge im Stream, ein Event, die Reihenfolge einer Engine oder den Host. Wo der Host sie später auslöste, gehört die Zeit dazwischen dem Host. Die Teile ergeben zusammen die Spanne.</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>No schedule of this work is shorter: the busiest copy engine (one for both directions counts once), the SM time of all kernels over what the device has, the longest chain of operations that need one another, or the host&apos;s own work, whichever is longest. Without a Program: the busiest engine, kernels by the time in which any ran.</source>
        <translation>Kein Ablauf dieser Arbeit ist kürzer: die am stärksten belegte Copy Engine (eine für beide Richtungen zählt einmal), die SM-Zeit aller Kernel durch das, was das Gerät hat, die längste Kette von Operationen, die einander brauchen, oder die eigene Arbeit des Hosts, je nachdem, was am längsten ist. Ohne Programm: die am stärksten belegte Engine, Kernel nach der Zeit, in der einer lief.</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Bound / makespan.</source>
        <translation>Schranke / Makespan.</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>Seriell</translation>
    </message>
    <message>
        <source>Sum of the times that the operations take alone: one after the other without gaps. Of a kernel that shared the SMs only what it needs itself, where the Program or another run of it says so.</source>
        <translation>Summe der Zeiten, die die Operationen allein brauchen: eine nach der anderen ohne Lücken. Von einem Kernel, der die SMs teilte, nur, was er selbst braucht, wo das Programm oder ein anderer Lauf davon es sagt.</translation>
    </message>
    <message>
        <source>Page migrations</source>
        <translation>Seitenmigrationen</translation>
    </message>
    <message>
        <source>Union of the driver&apos;s migrations of managed memory. They count as no copy and no stream.</source>
        <translation>Vereinigung der Migrationen von Managed Memory durch den Treiber. Sie zählen als keine Kopie und kein Stream.</translation>
    </message>
    <message>
        <source>Operations of length 0</source>
        <translation>Operationen der Länge 0</translation>
    </message>
    <message>
        <source>Operations that took no time by the trace&apos;s clock.</source>
        <translation>Operationen, die nach der Uhr des Trace keine Zeit brauchten.</translation>
    </message>
    <message>
        <source>It is on the critical path: if it ended earlier, the run could.</source>
        <translation>Sie liegt auf dem kritischen Pfad: endete sie früher, könnte es auch der Lauf.</translation>
    </message>
    <message>
        <source>It could take %1 longer before the run takes longer.</source>
        <translation>Sie könnte %1 länger dauern, ehe der Lauf länger dauert.</translation>
    </message>
    <message>
        <source>operation %1 (%2)</source>
        <translation>Operation %1 (%2)</translation>
    </message>
    <message>
        <source>operation %1 (%2 &apos;%3&apos;)</source>
        <translation>Operation %1 (%2 &apos;%3&apos;)</translation>
    </message>
    <message>
        <source>the host waited for %1, until %2</source>
        <translation>der Host wartete auf %1, bis %2</translation>
    </message>
    <message>
        <source>it waited in its stream for %1, until %2</source>
        <translation>sie wartete in ihrem Stream auf %1, bis %2</translation>
    </message>
    <message>
        <source>it waited for an event behind %1, until %2</source>
        <translation>sie wartete auf ein Event hinter %1, bis %2</translation>
    </message>
    <message>
        <source>it was ready, and %1 served %2, until %3</source>
        <translation>sie war bereit, und %1 bediente %2, bis %3</translation>
    </message>
    <message>
        <source>its host thread came to it behind another thread&apos;s %1, until %2</source>
        <translation>ihr Host-Thread kam zu ihr hinter der eines anderen Threads, %1, bis %2</translation>
    </message>
    <message>
        <source>the host came to it behind %1, until %2</source>
        <translation>der Host kam zu ihr hinter %1, bis %2</translation>
    </message>
    <message>
        <source>nothing held it; the host called it at %1</source>
        <translation>nichts hielt sie auf; der Host rief sie bei %1 auf</translation>
    </message>
    <message>
        <source>the data show nothing before it</source>
        <translation>die Daten zeigen nichts davor</translation>
    </message>
    <message>
        <source>%1 ended at %2: %3.</source>
        <translation>%1 endete bei %2: %3.</translation>
    </message>
    <message>
        <source>%1 started at %2: %3.</source>
        <translation>%1 startete bei %2: %3.</translation>
    </message>
    <message>
        <source>%1; the host called it %2 later</source>
        <translation>%1; der Host rief sie %2 später auf</translation>
    </message>
    <message>
        <source>%1; starting took %2</source>
        <translation>%1; der Start dauerte %2</translation>
    </message>
    <message>
        <source>in the operators %1</source>
        <translation>in den Operatoren %1</translation>
    </message>
    <message>
        <source>%1, in the operators %2</source>
        <translation>%1, in den Operatoren %2</translation>
    </message>
    <message>
        <source>in the ranges &apos;%1&apos;</source>
        <translation>in den Ranges &apos;%1&apos;</translation>
    </message>
    <message>
        <source>%1, in the ranges &apos;%2&apos;</source>
        <translation>%1, in den Ranges &apos;%2&apos;</translation>
    </message>
    <message>
        <source>in the modules %1</source>
        <translation>in den Modulen %1</translation>
    </message>
    <message>
        <source>%1, in the modules %2</source>
        <translation>%1, in den Modulen %2</translation>
    </message>
    <message>
        <source>called from %1</source>
        <translation>aufgerufen von %1</translation>
    </message>
    <message>
        <source>%1, called from %2</source>
        <translation>%1, aufgerufen von %2</translation>
    </message>
    <message>
        <source>It was issued by %1.</source>
        <translation>Sie wurde ausgelöst von %1.</translation>
    </message>
    <message>
        <source>%1 more steps back to the start of the run.</source>
        <translation>%1 weitere Schritte zurück bis zum Anfang des Laufs.</translation>
    </message>
    <message>
        <source>1 operation</source>
        <translation>1 Operation</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>1 stream at once</source>
        <translation>1 Stream zugleich</translation>
    </message>
    <message>
        <source>%1 streams at once</source>
        <translation>%1 Streams zugleich</translation>
    </message>
    <message>
        <source>%1   (%2 of %3)</source>
        <translation>%1   (%2 von %3)</translation>
    </message>
    <message>
        <source>nothing was copied</source>
        <translation>nichts wurde kopiert</translation>
    </message>
    <message>
        <source>unknown: no kernel of NCCL or RCCL</source>
        <translation>unbekannt: kein Kernel von NCCL oder RCCL</translation>
    </message>
    <message>
        <source>compute %1 + exposed communication %2 + exposed copying %3 + idle %4</source>
        <translation>Rechnen %1 + unverdeckte Kommunikation %2 + unverdecktes Kopieren %3 + Leerlauf %4</translation>
    </message>
    <message>
        <source>%1, the longest by &apos;%2&apos;</source>
        <translation>%1, am längsten durch &apos;%2&apos;</translation>
    </message>
    <message>
        <source>Gaps: %1</source>
        <translation>Lücken: %1</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>compute %1, communication %2, copies %3, memsets %4, host %5, launch %6, waiting %7 over %8</source>
        <translation>Rechnen %1, Kommunikation %2, Kopien %3, Memsets %4, Host %5, Starts %6, Warten %7 über %8</translation>
    </message>
    <message>
        <source>unknown: the copies took no time</source>
        <translation>unbekannt: die Kopien brauchten keine Zeit</translation>
    </message>
    <message>
        <source>%1 GB/s   (1 copy, %2 bytes in %3)</source>
        <translation>%1 GB/s   (1 Kopie, %2 Bytes in %3)</translation>
    </message>
    <message>
        <source>%1 GB/s   (%2 copies, %3 bytes in %4)</source>
        <translation>%1 GB/s   (%2 Kopien, %3 Bytes in %4)</translation>
    </message>
    <message>
        <source>%1, %2 to %3</source>
        <translation>%1, %2 nach %3</translation>
    </message>
    <message>
        <source>%1 more: the report has all</source>
        <translation>%1 weitere: der Bericht hat alle</translation>
    </message>
    <message>
        <source>%1 busy, %2 waiting, %3 in gaps, %4</source>
        <translation>%1 belegt, %2 wartend, %3 in Lücken, %4</translation>
    </message>
    <message>
        <source>%1, at most %2 queued</source>
        <translation>%1, höchstens %2 in der Schlange</translation>
    </message>
    <message>
        <source>Stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>%1, blocked for %2</source>
        <translation>%1, aufgehalten für %2</translation>
    </message>
    <message>
        <source>host late</source>
        <translation>Host zu spät</translation>
    </message>
    <message>
        <source>queue full</source>
        <translation>Schlange voll</translation>
    </message>
    <message>
        <source>launch</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>waits for event</source>
        <translation>wartet auf Event</translation>
    </message>
    <message>
        <source>waits for engine</source>
        <translation>wartet auf Engine</translation>
    </message>
    <message>
        <source>default stream</source>
        <translation>Default-Stream</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Wrong data came back: %1</source>
        <translation>Falsche Daten kamen zurück: %1</translation>
    </message>
    <message>
        <source>Do not trust the times of this run. Look for a missing dependency between streams.</source>
        <translation>Den Zeiten dieses Laufs nicht trauen. Eine fehlende Abhängigkeit zwischen Streams suchen.</translation>
    </message>
    <message>
        <source>In this program %1: a race, even when this run&apos;s data are right.</source>
        <translation>In diesem Programm: %1: ein Wettlauf, auch wenn die Daten dieses Laufs stimmen.</translation>
    </message>
    <message>
        <source>%1 more like it.</source>
        <translation>%1 weitere dieser Art.</translation>
    </message>
    <message>
        <source>This device has one copy engine for both directions (asyncEngineCount 1): a copy back and a copy in never run at once, and a copy back that waits for its kernel holds up every copy behind it.</source>
        <translation>Dieses Gerät hat eine Copy Engine für beide Richtungen (asyncEngineCount 1): eine Kopie zurück und eine Kopie hin laufen nie zugleich, und eine Kopie zurück, die auf ihren Kernel wartet, hält jede Kopie hinter sich auf.</translation>
    </message>
    <message>
        <source>Kernels ran side by side, and the file does not say how many SMs each of them takes: more blocks or more streams may still fit.</source>
        <translation>Kernel liefen nebeneinander, und die Datei sagt nicht, wie viele SMs jeder belegt: mehr Blöcke oder mehr Streams passen vielleicht noch hinein.</translation>
    </message>
    <message>
        <source>The order of the streams and events counts as needed, because not all of these operations say which buffers they use.</source>
        <translation>Die Reihenfolge der Streams und Events gilt als nötig, weil nicht alle dieser Operationen sagen, welche Puffer sie benutzen.</translation>
    </message>
    <message>
        <source>The limit is %1: %2 in a makespan of %3 (%4).</source>
        <translation>Begrenzt durch %1: %2 in einem Makespan von %3 (%4).</translation>
    </message>
    <message>
        <source>Operations that were ready waited %1, summed over all of them, for an engine that was busy, mostly copies for a copy engine that served another stream.</source>
        <translation>Operationen, die bereit waren, warteten %1, über alle summiert, auf eine belegte Engine, meist Kopien auf eine Copy Engine, die einen anderen Stream bediente.</translation>
    </message>
    <message>
        <source>Operations that were ready waited %1, summed over all of them, for an engine that was busy, mostly kernels while others ran (full SMs, SMs that divide their memory differently, as many kernels as the device holds, or a hardware queue that their streams share).</source>
        <translation>Operationen, die bereit waren, warteten %1, über alle summiert, auf eine belegte Engine, meist Kernel, während andere liefen (volle SMs, SMs, die ihren Speicher anders aufteilen, so viele Kernel, wie das Gerät fasst, oder eine Hardware-Warteschlange, die sich ihre Streams teilen).</translation>
    </message>
    <message>
        <source>The order of the NULL stream held streams for %1 summed over the streams, the longest by &apos;%2&apos;: blocking streams wait for the NULL stream, and it waits for them.</source>
        <translation>Die Ordnung des NULL-Streams hielt Streams auf, über die Streams summiert %1, am längsten durch &apos;%2&apos;: blockierende Streams warten auf den NULL-Stream, und er auf sie.</translation>
    </message>
    <message>
        <source>Streams of higher priority were ready and waited %1 behind others: priorities do not act on copies.</source>
        <translation>Streams höherer Priorität waren bereit und warteten %1 hinter anderen: Prioritäten wirken nicht auf Kopien.</translation>
    </message>
    <message>
        <source>Streams of higher priority were ready and waited %1 behind others: a block that runs is not displaced, whatever waits.</source>
        <translation>Streams höherer Priorität waren bereit und warteten %1 hinter anderen: ein laufender Block wird nicht verdrängt, was auch wartet.</translation>
    </message>
    <message>
        <source>Issue the urgent copies first, or make the other copies smaller.</source>
        <translation>Die dringenden Kopien zuerst auslösen oder die anderen Kopien verkleinern.</translation>
    </message>
    <message>
        <source>Give the other kernels more blocks with less work each: a waiting kernel takes the place of the next block that ends.</source>
        <translation>Den anderen Kernels mehr Blöcke mit je weniger Arbeit geben: ein wartender Kernel nimmt den Platz des nächsten Blocks, der endet.</translation>
    </message>
    <message>
        <source>The runs with instruments took %1 longer than the plain ones: the bars are a distorted picture of them.</source>
        <translation>Die Läufe mit Instrumenten dauerten %1 länger als die reinen: die Balken sind ein verzerrtes Bild von ihnen.</translation>
    </message>
    <message>
        <source>Quote the plain makespan.</source>
        <translation>Den reinen Makespan zitieren.</translation>
    </message>
    <message>
        <source>The first run took %1, the later ones %2 (median): it paid for what is done only once.</source>
        <translation>Der erste Lauf dauerte %1, die späteren %2 (Median): er bezahlte, was nur einmal getan wird.</translation>
    </message>
    <message>
        <source>Run at least one warm-up, so that the first run is in no figure.</source>
        <translation>Mindestens einen Aufwärmlauf machen, damit der erste Lauf in keiner Zahl steckt.</translation>
    </message>
    <message>
        <source>The warm-up keeps it out of the figures.</source>
        <translation>Das Aufwärmen hält ihn aus den Zahlen heraus.</translation>
    </message>
    <message>
        <source>Before it could run anything this process spent %1: %2. That is by the host&apos;s clock and in no makespan.</source>
        <translation>Bevor dieser Prozess etwas ausführen konnte, brauchte er %1: %2. Das ist nach der Uhr des Hosts und in keinem Makespan.</translation>
    </message>
    <message>
        <source>Start a process once and let it run many times.</source>
        <translation>Einen Prozess einmal starten und viele Male laufen lassen.</translation>
    </message>
    <message>
        <source>The GPU was throttled around this run (%1): its kernels can be slower than they need be.</source>
        <translation>Die GPU wurde um diesen Lauf herum gedrosselt (%1): ihre Kernel können langsamer sein als nötig.</translation>
    </message>
    <message>
        <source>Let it cool down, or raise its power limit, and run again.</source>
        <translation>Abkühlen lassen oder die Leistungsgrenze anheben, und noch einmal ausführen.</translation>
    </message>
    <message>
        <source>Another process used this GPU: its work can stand between the operations of this run.</source>
        <translation>Ein anderer Prozess benutzte diese GPU: seine Arbeit kann zwischen den Operationen dieses Laufs stehen.</translation>
    </message>
    <message>
        <source>Run again when nothing else uses the GPU (nvidia-smi lists the processes).</source>
        <translation>Noch einmal ausführen, wenn nichts anderes die GPU benutzt (nvidia-smi listet die Prozesse).</translation>
    </message>
    <message>
        <source>Half of the %1 runs lie between %2 and %3: something outside of the program changes their time.</source>
        <translation>Die Hälfte der %1 Läufe liegt zwischen %2 und %3: etwas außerhalb des Programms ändert ihre Zeit.</translation>
    </message>
    <message>
        <source>Look for another process on the GPU or the host, and for clocks that change; then run more often.</source>
        <translation>Nach einem anderen Prozess auf der GPU oder dem Host suchen und nach Takten, die sich ändern; dann öfter ausführen.</translation>
    </message>
    <message>
        <source>Of %1 launches, the kernels of %2 are not in the file: the profiler dropped records, and gaps may be work that is not shown.</source>
        <translation>Von %1 Starts sind die Kernel von %2 nicht in der Datei: der Profiler hat Einträge verloren, und Lücken können Arbeit sein, die nicht gezeigt wird.</translation>
    </message>
    <message>
        <source>Record a shorter time, or give the profiler larger buffers.</source>
        <translation>Eine kürzere Zeit aufzeichnen oder dem Profiler größere Puffer geben.</translation>
    </message>
    <message>
        <source>A CUDA call failed: %1 at %2, which returned %3.</source>
        <translation>Ein CUDA-Aufruf schlug fehl: %1 bei %2, mit der Antwort %3.</translation>
    </message>
    <message>
        <source>%1 CUDA calls failed, at first %2 at %3, which returned %4.</source>
        <translation>%1 CUDA-Aufrufe schlugen fehl, zuerst %2 bei %3, mit der Antwort %4.</translation>
    </message>
    <message>
        <source>Check what every call returns: work that a failed call should have issued is not here.</source>
        <translation>Prüfen, was jeder Aufruf zurückgibt: Arbeit, die ein fehlgeschlagener Aufruf auslösen sollte, ist hier nicht.</translation>
    </message>
    <message>
        <source>an overlap is of two or three filters, each in quotes, as &apos;kernel nccl&apos; &apos;kernel !nccl&apos;; %1 is given</source>
        <translation>eine Überlappung besteht aus zwei oder drei Filtern, jeder in Anführungszeichen, wie &apos;kernel nccl&apos; &apos;kernel !nccl&apos;; %1 ist angegeben</translation>
    </message>
    <message>
        <source>an overlap is of two or three filters, each in quotes, as &apos;kernel nccl&apos; &apos;kernel !nccl&apos;; %1 are given</source>
        <translation>eine Überlappung besteht aus zwei oder drei Filtern, jeder in Anführungszeichen, wie &apos;kernel nccl&apos; &apos;kernel !nccl&apos;; %1 sind angegeben</translation>
    </message>
    <message>
        <source>filter &apos;%1&apos;: %2</source>
        <translation>Filter „%1“: %2</translation>
    </message>
    <message>
        <source>filter %1 is empty: write what it asks for, as kernel, &apos;h2d pageable&apos; or stream:7</source>
        <translation>Filter %1 ist leer: schreiben, wonach er fragt, wie kernel, &apos;h2d pageable&apos; oder stream:7</translation>
    </message>
    <message>
        <source>ranges &apos;%1&apos;</source>
        <translation>Ranges &apos;%1&apos;</translation>
    </message>
    <message>
        <source>repeated launches</source>
        <translation>wiederholte Starts</translation>
    </message>
    <message>
        <source>the H2D copy engine</source>
        <translation>die H2D-Copy-Engine</translation>
    </message>
    <message>
        <source>the D2H copy engine</source>
        <translation>die D2H-Copy-Engine</translation>
    </message>
    <message>
        <source>the device copy engine</source>
        <translation>die Copy Engine des Geräts</translation>
    </message>
    <message>
        <source>the SMs</source>
        <translation>die SMs</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>den Host</translation>
    </message>
    <message>
        <source>the longest operation</source>
        <translation>die längste Operation</translation>
    </message>
    <message>
        <source>a chain of %1 operations, one after the other</source>
        <translation>eine Kette von %1 Operationen, eine nach der anderen</translation>
    </message>
    <message>
        <source>Re-bucket collectives</source>
        <translation>Collectives neu bündeln</translation>
    </message>
    <message>
        <source>Collectives that follow each other on their streams are joined up to about so many bytes; larger ones are cut.</source>
        <translation>Collectives, die auf ihren Streams aufeinander folgen, werden bis zu etwa so vielen Bytes zusammengefasst; größere werden zerschnitten.</translation>
    </message>
    <message>
        <source>The data of neighbouring collectives can lie side by side, and all data of one is ready when it is issued.</source>
        <translation>Die Daten benachbarter Collectives können nebeneinander liegen, und alle Daten von einem sind fertig, wenn es ausgelöst wird.</translation>
    </message>
    <message>
        <source>Bucket</source>
        <translation>Bucket</translation>
    </message>
    <message>
        <source>About the bytes of one collective. DistributedDataParallel takes 25 MiB unless told otherwise.</source>
        <translation>Etwa die Bytes eines Collectives. DistributedDataParallel nimmt 25 MiB, wenn nichts anderes gesagt ist.</translation>
    </message>
    <message>
        <source>The trace shows no collective with its bytes.</source>
        <translation>Der Trace zeigt kein Collective mit seinen Bytes.</translation>
    </message>
    <message>
        <source>The Program has no collective.</source>
        <translation>Das Programm hat kein Collective.</translation>
    </message>
    <message>
        <source>1 collective stays as it is: none is much larger than that, and none follows another one of neighbouring data.</source>
        <translation>1 Collective bleibt, wie es ist: keins ist viel größer, und keins folgt auf ein anderes mit benachbarten Daten.</translation>
    </message>
    <message>
        <source>%1 collectives stay as they are: none is much larger than that, and none follows another one of neighbouring data.</source>
        <translation>%1 Collectives bleiben, wie sie sind: keins ist viel größer, und keins folgt auf ein anderes mit benachbarten Daten.</translation>
    </message>
    <message>
        <source>1 collective became %1.</source>
        <translation>Aus 1 Collective wurden %1.</translation>
    </message>
    <message>
        <source>%1 collectives became %2.</source>
        <translation>Aus %1 Collectives wurden %2.</translation>
    </message>
    <message>
        <source>The pieces of a collective that was cut are issued when its data was ready, not earlier.</source>
        <translation>Die Stücke eines zerschnittenen Collectives werden ausgelöst, wenn seine Daten fertig waren, nicht früher.</translation>
    </message>
    <message>
        <source>Of the time of each collective %1 us do not grow with its bytes, by the collectives of this trace.</source>
        <translation>Von der Zeit jedes Collectives wachsen %1 us nicht mit seinen Bytes, nach den Collectives dieses Trace.</translation>
    </message>
    <message>
        <source>Hardware queues</source>
        <translation>Hardware-Warteschlangen</translation>
    </message>
    <message>
        <source>The streams share so many hardware queues (CUDA_DEVICE_MAX_CONNECTIONS): with fewer queues than streams an operation can wait for another stream&apos;s.</source>
        <translation>Die Streams teilen sich so viele Hardware-Warteschlangen (CUDA_DEVICE_MAX_CONNECTIONS): mit weniger Schlangen als Streams kann eine Operation auf die eines anderen Streams warten.</translation>
    </message>
    <message>
        <source>The variable is set before the process starts to use CUDA.</source>
        <translation>Die Variable ist gesetzt, bevor der Prozess CUDA benutzt.</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Verbindungen</translation>
    </message>
    <message>
        <source>Hardware queues, 1 to 32. CUDA&apos;s default is 8.</source>
        <translation>Hardware-Warteschlangen, 1 bis 32. CUDAs Vorgabe ist 8.</translation>
    </message>
    <message>
        <source>The Program has %1 connections already.</source>
        <translation>Das Programm hat schon %1 Verbindungen.</translation>
    </message>
    <message>
        <source>Another GPU</source>
        <translation>Eine andere GPU</translation>
    </message>
    <message>
        <source>The same on another device: copies take what its link takes, kernels of a trace a stated factor.</source>
        <translation>Dasselbe auf einem anderen Gerät: Kopien dauern, was seine Verbindung braucht, Kernel eines Trace einen angegebenen Faktor.</translation>
    </message>
    <message>
        <source>The host stays the same, and all kernels of a trace become faster or slower by the one factor.</source>
        <translation>Der Host bleibt derselbe, und alle Kernel eines Trace werden um den einen Faktor schneller oder langsamer.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>A simulated device, as on the command line: sim:h200, sim:PATH.json.</source>
        <translation>Ein simuliertes Gerät, wie auf der Befehlszeile: sim:h200, sim:PFAD.json.</translation>
    </message>
    <message>
        <source>Time of a kernel there over its time here. A profile does not know the kernels of a trace. Kernels that the model computes take what the profile says.</source>
        <translation>Zeit eines Kernels dort durch seine Zeit hier. Ein Profil kennt die Kernel eines Trace nicht. Kernel, die das Modell berechnet, dauern, was das Profil sagt.</translation>
    </message>
    <message>
        <source>device: &apos;%1&apos; is no simulated device; say which one, as device=sim:h200 or device=sim:PATH.json</source>
        <translation>device: „%1“ ist kein simuliertes Gerät; sagen, welches, als device=sim:h200 oder device=sim:PATH.json</translation>
    </message>
    <message>
        <source>1 kernel keeps its length (a trace does not say what another GPU would take); state a factor with kernels=…</source>
        <translation>1 Kernel behält seine Länge (ein Trace sagt nicht, was eine andere GPU brauchte); einen Faktor mit kernels=… angeben</translation>
    </message>
    <message>
        <source>%1 kernels keep their length (a trace does not say what another GPU would take); state a factor with kernels=…</source>
        <translation>%1 Kernel behalten ihre Länge (ein Trace sagt nicht, was eine andere GPU brauchte); einen Faktor mit kernels=… angeben</translation>
    </message>
    <message>
        <source>1 kernel takes %1 times as long.</source>
        <translation>1 Kernel dauert %1-mal so lang.</translation>
    </message>
    <message>
        <source>%1 kernels take %2 times as long.</source>
        <translation>%1 Kernel dauern %2-mal so lang.</translation>
    </message>
    <message>
        <source>Leave operations out</source>
        <translation>Operationen weglassen</translation>
    </message>
    <message>
        <source>The selected operations and their calls go; event records stay, so that nothing waits for ever. A filter must say which.</source>
        <translation>Die gewählten Operationen und ihre Aufrufe fallen weg; Event-Aufzeichnungen bleiben, damit nichts ewig wartet. Ein Filter muss sagen, welche.</translation>
    </message>
    <message>
        <source>The program does not need them: the answer is how much they cost at most.</source>
        <translation>Das Programm braucht sie nicht: die Antwort ist, was sie höchstens kosten.</translation>
    </message>
    <message>
        <source>drop: everything is selected; say which operations, as drop:kernel gemm</source>
        <translation>drop: alles ist gewählt; sagen, welche Operationen, als drop:kernel gemm</translation>
    </message>
    <message>
        <source>1 event record stays.</source>
        <translation>1 Event-Aufzeichnung bleibt.</translation>
    </message>
    <message>
        <source>%1 event records stay.</source>
        <translation>%1 Event-Aufzeichnungen bleiben.</translation>
    </message>
    <message>
        <source>1 rank of the same collectives went with them.</source>
        <translation>1 Rank derselben Collectives fiel mit ihnen weg.</translation>
    </message>
    <message>
        <source>%1 ranks of the same collectives went with them.</source>
        <translation>%1 Ranks derselben Collectives fielen mit ihnen weg.</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist gewählt.</translation>
    </message>
    <message>
        <source>Submit as graphs</source>
        <translation>Als Graphen abschicken</translation>
    </message>
    <message>
        <source>Launches that follow each other without a synchronisation become one CUDA graph each, which one call launches.</source>
        <translation>Starts, die ohne Synchronisation aufeinander folgen, werden je ein CUDA-Graph, den ein Aufruf startet.</translation>
    </message>
    <message>
        <source>The same launches come again with the same sizes and addresses, so that they are captured once, and the work of the host between them was the work of launching, and so was as much before the first.</source>
        <translation>Dieselben Starts kommen wieder mit denselben Größen und Adressen, sodass sie einmal aufgezeichnet werden, und die Arbeit des Hosts dazwischen war die des Startens, also vor dem ersten ebenso viel.</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Knoten</translation>
    </message>
    <message>
        <source>Launches in one graph. 0: one repetition where the launches repeat themselves after 32 or more, else equal parts of about 128 at most.</source>
        <translation>Starts in einem Graphen. 0: eine Wiederholung, wo sich die Starts nach 32 oder mehr wiederholen, sonst gleiche Teile von höchstens etwa 128.</translation>
    </message>
    <message>
        <source>The Program is submitted as %1: its launches do not keep the device waiting.</source>
        <translation>Das Programm wird als %1 abgeschickt: seine Starts lassen das Gerät nicht warten.</translation>
    </message>
    <message>
        <source>Fewer than %1 launches follow each other without a synchronisation, a pageable copy or work of the host between them: no graph would save a call.</source>
        <translation>Weniger als %1 Starts folgen aufeinander ohne Synchronisation, Pageable-Kopie oder Arbeit des Hosts dazwischen: kein Graph würde einen Aufruf sparen.</translation>
    </message>
    <message>
        <source>%1 became %2 of up to %3.</source>
        <translation>Aus %1 wurden %2 mit höchstens %3.</translation>
    </message>
    <message>
        <source>1 launch</source>
        <translation>1 Start</translation>
    </message>
    <message>
        <source>%1 launches</source>
        <translation>%1 Starts</translation>
    </message>
    <message>
        <source>1 graph</source>
        <translation>1 Graph</translation>
    </message>
    <message>
        <source>%1 graphs</source>
        <translation>%1 Graphen</translation>
    </message>
    <message>
        <source>1 node</source>
        <translation>1 Knoten</translation>
    </message>
    <message>
        <source>%1 nodes</source>
        <translation>%1 Knoten</translation>
    </message>
    <message>
        <source>%1 us of work of the host to prepare these launches went.</source>
        <translation>%1 us Arbeit des Hosts zum Vorbereiten dieser Starts fielen weg.</translation>
    </message>
    <message>
        <source>Capturing and instantiating the graphs happens once and is not in the prediction.</source>
        <translation>Das Aufzeichnen und Instanziieren der Graphen geschieht einmal und steckt nicht in der Vorhersage.</translation>
    </message>
    <message>
        <source>The default stream cannot be captured: its launches go to a blocking stream, which keeps their order with the default stream.</source>
        <translation>Der Default-Stream kann nicht aufgezeichnet werden: seine Starts gehen an einen blockierenden Stream, der ihre Ordnung mit dem Default-Stream hält.</translation>
    </message>
    <message>
        <source>Graphs of several streams need events that fork the streams from the launching one and join them; they are taken to cost nothing.</source>
        <translation>Graphen aus mehreren Streams brauchen Events, die die Streams vom startenden abzweigen und wieder zusammenführen; sie gelten als kostenlos.</translation>
    </message>
    <message>
        <source>Faster or slower host</source>
        <translation>Schnellerer oder langsamerer Host</translation>
    </message>
    <message>
        <source>The host&apos;s own work and its measured calls take factor times as long.</source>
        <translation>Die eigene Arbeit des Hosts und seine gemessenen Aufrufe dauern faktormal so lang.</translation>
    </message>
    <message>
        <source>Calls and the work between them become faster alike (a faster core, less Python, a compiled step).</source>
        <translation>Aufrufe und die Arbeit dazwischen werden gleichermaßen schneller (ein schnellerer Kern, weniger Python, ein kompilierter Schritt).</translation>
    </message>
    <message>
        <source>Of the host&apos;s time: 0.5 is twice as fast.</source>
        <translation>Der Zeit des Hosts: 0.5 ist doppelt so schnell.</translation>
    </message>
    <message>
        <source>1 call was not measured: the device&apos;s profile says what they take, as before.</source>
        <translation>1 Aufruf wurde nicht gemessen: das Profil des Geräts sagt wie zuvor, was er dauert.</translation>
    </message>
    <message>
        <source>%1 calls were not measured: the device&apos;s profile says what they take, as before.</source>
        <translation>%1 Aufrufe wurden nicht gemessen: das Profil des Geräts sagt wie zuvor, was sie dauern.</translation>
    </message>
    <message>
        <source>What the host did before 1 operation without a call in the file is unknown, and stays.</source>
        <translation>Was der Host vor 1 Operation ohne Aufruf in der Datei tat, ist unbekannt und bleibt.</translation>
    </message>
    <message>
        <source>What the host did before %1 operations without a call in the file is unknown, and stays.</source>
        <translation>Was der Host vor %1 Operationen ohne Aufruf in der Datei tat, ist unbekannt und bleibt.</translation>
    </message>
    <message>
        <source>Times 1 is as before.</source>
        <translation>Mal 1 ist wie zuvor.</translation>
    </message>
    <message>
        <source>No work of the host and no measured call is selected.</source>
        <translation>Keine Arbeit des Hosts und kein gemessener Aufruf ist gewählt.</translation>
    </message>
    <message>
        <source>Join chunks</source>
        <translation>Chunks zusammenfassen</translation>
    </message>
    <message>
        <source>Chains of copy, kernels and copy that follow each other become one chain with the data of all of them.</source>
        <translation>Ketten aus Kopie, Kernels und Kopie, die aufeinander folgen, werden eine Kette mit allen ihren Daten.</translation>
    </message>
    <message>
        <source>Chunks</source>
        <translation>Chunks</translation>
    </message>
    <message>
        <source>Chains that become one.</source>
        <translation>Ketten, die eine werden.</translation>
    </message>
    <message>
        <source>No two chains of copies and kernels follow each other on neighbouring data without a synchronisation, an event or work of the host between them.</source>
        <translation>Keine zwei Ketten aus Kopien und Kernels folgen auf benachbarten Daten aufeinander ohne Synchronisation, Event oder Arbeit des Hosts dazwischen.</translation>
    </message>
    <message>
        <source>The chunks depend on each other: %1.</source>
        <translation>Die Chunks hängen voneinander ab: %1.</translation>
    </message>
    <message>
        <source>1 chain became %1.</source>
        <translation>Aus 1 Kette wurden %1.</translation>
    </message>
    <message>
        <source>%1 chains became %2.</source>
        <translation>Aus %1 Ketten wurden %2.</translation>
    </message>
    <message>
        <source>A trace does not show data: the chains of a stream are taken to work on neighbouring data.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass die Ketten eines Streams auf benachbarten Daten arbeiten.</translation>
    </message>
    <message>
        <source>Join small operations</source>
        <translation>Kleine Operationen zusammenfassen</translation>
    </message>
    <message>
        <source>Selected copies of one direction, or kernels, that follow each other on a stream become one.</source>
        <translation>Gewählte Kopien einer Richtung oder Kernel, die auf einem Stream aufeinander folgen, werden eine.</translation>
    </message>
    <message>
        <source>Small copies can share one buffer on both sides; kernels of about as many blocks, or of few, can be fused, and then do the same work with one start. In a trace kernels of one name then run side by side.</source>
        <translation>Kleine Kopien können auf beiden Seiten einen Puffer teilen; Kernel mit etwa gleich vielen oder wenigen Blöcken lassen sich verschmelzen und tun dann dieselbe Arbeit mit einem Start. In einem Trace laufen Kernel eines Namens dann nebeneinander.</translation>
    </message>
    <message>
        <source>No two selected copies or kernels of one kind follow each other on a stream without a synchronisation, an event or work of the host between them; kernels must have about as many blocks.</source>
        <translation>Keine zwei gewählten Kopien oder Kernel einer Art folgen auf einem Stream aufeinander ohne Synchronisation, Event oder Arbeit des Hosts dazwischen; Kernel müssen etwa gleich viele Blöcke haben.</translation>
    </message>
    <message>
        <source>No two selected copies or kernels of one kind follow each other on a stream without a synchronisation, an event or work of the host between them, on neighbouring data.</source>
        <translation>Keine zwei gewählten Kopien oder Kernel einer Art folgen auf einem Stream aufeinander ohne Synchronisation, Event oder Arbeit des Hosts dazwischen, auf benachbarten Daten.</translation>
    </message>
    <message>
        <source>1 operation became %1.</source>
        <translation>Aus 1 Operation wurden %1.</translation>
    </message>
    <message>
        <source>%1 operations became %2.</source>
        <translation>Aus %1 Operationen wurden %2.</translation>
    </message>
    <message>
        <source>A kernel&apos;s start takes %1 ns of its time, by the shortest kernel: fused ones start once.</source>
        <translation>Der Start eines Kernels kostet %1 ns seiner Zeit, nach dem kürzesten Kernel: verschmolzene starten einmal.</translation>
    </message>
    <message>
        <source>The host&apos;s calls behind the joined ones, and its work there, may take half as long without the others (%1 us less), which is in the range.</source>
        <translation>Die Aufrufe des Hosts hinter den zusammengefassten und seine Arbeit dort können ohne die anderen halb so lang dauern (%1 us weniger), was im Bereich steckt.</translation>
    </message>
    <message>
        <source>Move to another stream</source>
        <translation>In einen anderen Stream verschieben</translation>
    </message>
    <message>
        <source>The selected operations go to a stream of their own; events keep the dependencies of their data.</source>
        <translation>Die gewählten Operationen bekommen einen eigenen Stream; Events halten die Abhängigkeiten ihrer Daten.</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>The name of a stream of the Program, or of a new one, which does not block.</source>
        <translation>Der Name eines Streams des Programms oder eines neuen, der nicht blockiert.</translation>
    </message>
    <message>
        <source>Independent</source>
        <translation>Unabhängig</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Vor</translation>
    </message>
    <message>
        <source>work: the host works for a stream right before it issues to it, as when it fills its buffers, and waits before that work; issue: the work needs neither the result nor the buffers.</source>
        <translation>work: der Host arbeitet für einen Stream, direkt bevor er an ihn ausgibt, etwa füllt er seine Puffer, und wartet vor dieser Arbeit; issue: die Arbeit braucht weder das Ergebnis noch die Puffer.</translation>
    </message>
    <message>
        <source>yes: nothing in the old stream needs the moved operations and they need nothing there; only synchronisations with the old stream wait for them.</source>
        <translation>yes: nichts im alten Stream braucht die verschobenen Operationen, und sie brauchen dort nichts; nur Synchronisationen mit dem alten Stream warten auf sie.</translation>
    </message>
    <message>
        <source>move: the new stream needs a name (move:h2d,stream=copies)</source>
        <translation>move: der neue Stream braucht einen Namen (move:h2d,stream=copies)</translation>
    </message>
    <message>
        <source>move: stream &apos;%1&apos; is the default stream of thread %2; thread %3 cannot reach it, use another name</source>
        <translation>move: Stream „%1“ ist der Default-Stream von Thread %2; Thread %3 erreicht ihn nicht, einen anderen Namen nehmen</translation>
    </message>
    <message>
        <source>1 operation is part of a graph and stays there.</source>
        <translation>1 Operation ist Teil eines Graphen und bleibt dort.</translation>
    </message>
    <message>
        <source>%1 operations are part of a graph and stay there.</source>
        <translation>%1 Operationen sind Teil eines Graphen und bleiben dort.</translation>
    </message>
    <message>
        <source>Nothing to move: no selected operation of a stream is outside of stream &apos;%1&apos;.</source>
        <translation>Nichts zu verschieben: keine gewählte Operation eines Streams liegt außerhalb von Stream „%1“.</translation>
    </message>
    <message>
        <source>%1 moved, %2 kept by events.</source>
        <translation>%1 verschoben, %2 durch Events gehalten.</translation>
    </message>
    <message>
        <source>1 dependency</source>
        <translation>1 Abhängigkeit</translation>
    </message>
    <message>
        <source>%1 dependencies</source>
        <translation>%1 Abhängigkeiten</translation>
    </message>
    <message>
        <source>The moved operations are taken to depend on nothing in their old streams.</source>
        <translation>Es wird angenommen, dass die verschobenen Operationen von nichts in ihren alten Streams abhängen.</translation>
    </message>
    <message>
        <source>A trace does not show data: copies to the device are taken to need no earlier work, and what follows them in their old stream to need them.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass Kopien zum Gerät keine frühere Arbeit brauchen und dass das, was ihnen im alten Stream folgt, sie braucht.</translation>
    </message>
    <message>
        <source>Careful: now %1.</source>
        <translation>Vorsicht, jetzt gilt: %1.</translation>
    </message>
    <message>
        <source>Issue order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>Chains of copy, kernels and copy between two synchronisations are issued one after the other (depth-first), or all their copies in, then all kernels, then all copies back (breadth-first).</source>
        <translation>Ketten aus Kopie, Kernels und Kopie zwischen zwei Synchronisationen werden eine nach der anderen ausgelöst (depth-first), oder alle Kopien hin, dann alle Kernel, dann alle Kopien zurück (breadth-first).</translation>
    </message>
    <message>
        <source>Chains do not depend on each other (in a trace; in a Program buffers say so).</source>
        <translation>Ketten hängen nicht voneinander ab (in einem Trace; in einem Programm sagen es die Puffer).</translation>
    </message>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>depth-first: chain after chain; breadth-first: stage after stage.</source>
        <translation>depth-first: Kette für Kette; breadth-first: Stufe für Stufe.</translation>
    </message>
    <message>
        <source>No two chains stand between the same two synchronisations, events or pieces of work of the host: there is nothing to rearrange.</source>
        <translation>Keine zwei Ketten stehen zwischen denselben zwei Synchronisationen, Events oder Arbeiten des Hosts: es gibt nichts umzuordnen.</translation>
    </message>
    <message>
        <source>1 group of chains keeps its order: a chain uses what another one of its stream writes.</source>
        <translation>1 Gruppe von Ketten behält ihre Reihenfolge: eine Kette benutzt, was eine andere ihres Streams schreibt.</translation>
    </message>
    <message>
        <source>%1 groups of chains keep their order: a chain uses what another one of its stream writes.</source>
        <translation>%1 Gruppen von Ketten behalten ihre Reihenfolge: eine Kette benutzt, was eine andere ihres Streams schreibt.</translation>
    </message>
    <message>
        <source>All chains are issued %1 already.</source>
        <translation>Alle Ketten werden schon %1 ausgelöst.</translation>
    </message>
    <message>
        <source>A trace does not show data: the chains of a stream are taken to have buffers of their own.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass die Ketten eines Streams eigene Puffer haben.</translation>
    </message>
    <message>
        <source>Pin host memory</source>
        <translation>Host-Speicher pinnen</translation>
    </message>
    <message>
        <source>The selected pageable copies use pinned memory and no longer hold the host; the synchronisation that belonged to a blocking copy goes with it.</source>
        <translation>Die gewählten Pageable-Kopien benutzen Pinned-Speicher und halten den Host nicht mehr auf; die Synchronisation, die zu einer blockierenden Kopie gehörte, fällt mit weg.</translation>
    </message>
    <message>
        <source>The host memory can be allocated pinned once, and there is enough of it that the host does not write where a copy still reads.</source>
        <translation>Der Host-Speicher kann einmal gepinnt angelegt werden, und es gibt genug davon, dass der Host nicht dorthin schreibt, wo eine Kopie noch liest.</translation>
    </message>
    <message>
        <source>Asynchronous</source>
        <translation>Asynchron</translation>
    </message>
    <message>
        <source>h2d: copies to the device return at once, a copy back keeps its wait, because the host needs the result; both: neither waits; no: each copy is waited for as before.</source>
        <translation>h2d: Kopien zum Gerät kehren sofort zurück, eine Kopie zurück behält ihr Warten, weil der Host das Ergebnis braucht; both: auf keine wird gewartet; no: auf jede wird wie zuvor gewartet.</translation>
    </message>
    <message>
        <source>None of the selected copies uses pageable memory.</source>
        <translation>Keine der gewählten Kopien benutzt Pageable-Speicher.</translation>
    </message>
    <message>
        <source>1 synchronisation behind a blocking copy went with it.</source>
        <translation>1 Synchronisation hinter einer blockierenden Kopie fiel mit ihr weg.</translation>
    </message>
    <message>
        <source>%1 synchronisations behind a blocking copy went with it.</source>
        <translation>%1 Synchronisationen hinter einer blockierenden Kopie fielen mit ihr weg.</translation>
    </message>
    <message>
        <source>The host still waits for 1 copy back, as it needs the result; asynchronous=both takes the waits away.</source>
        <translation>Der Host wartet noch auf 1 Kopie zurück, weil er das Ergebnis braucht; asynchronous=both nimmt das Warten weg.</translation>
    </message>
    <message>
        <source>The host still waits for %1 copies back, as it needs the result; asynchronous=both takes the waits away.</source>
        <translation>Der Host wartet noch auf %1 Kopien zurück, weil er das Ergebnis braucht; asynchronous=both nimmt das Warten weg.</translation>
    </message>
    <message>
        <source>1 copy that the filter does not name became pinned, too: the memory is the same.</source>
        <translation>1 Kopie, die der Filter nicht nennt, wurde auch gepinnt: es ist derselbe Speicher.</translation>
    </message>
    <message>
        <source>%1 copies that the filter does not name became pinned, too: the memory is the same.</source>
        <translation>%1 Kopien, die der Filter nicht nennt, wurden auch gepinnt: es ist derselbe Speicher.</translation>
    </message>
    <message>
        <source>The host waits for the copy before it uses the same memory again, in 1 place.</source>
        <translation>Der Host wartet an 1 Stelle auf die Kopie, ehe er denselben Speicher wieder benutzt.</translation>
    </message>
    <message>
        <source>The host waits for the copy before it uses the same memory again, in %1 places.</source>
        <translation>Der Host wartet an %1 Stellen auf die Kopie, ehe er denselben Speicher wieder benutzt.</translation>
    </message>
    <message>
        <source>A trace does not show data: the host is taken to have enough pinned buffers.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass der Host genug Pinned-Puffer hat.</translation>
    </message>
    <message>
        <source>The synchronisations behind the copies stay: without them %1.</source>
        <translation>Die Synchronisationen hinter den Kopien bleiben; ohne sie gälte: %1.</translation>
    </message>
    <message>
        <source>Copy steps ahead</source>
        <translation>Schritte voraus kopieren</translation>
    </message>
    <message>
        <source>The copies of step n + depth are issued in step n before its other work, on a stream of their own; the kernels of a step wait for its copies.</source>
        <translation>Die Kopien von Schritt n + depth werden in Schritt n vor seiner übrigen Arbeit ausgelöst, auf einem eigenen Stream; die Kernel eines Schritts warten auf seine Kopien.</translation>
    </message>
    <message>
        <source>The data of a later step is at hand that early, and there are depth + 1 buffers for it on the host and on the device.</source>
        <translation>Die Daten eines späteren Schritts liegen so früh vor, und es gibt depth + 1 Puffer dafür auf dem Host und auf dem Gerät.</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Tiefe</translation>
    </message>
    <message>
        <source>By how many steps the copies run ahead. One is enough where all steps take about the same time.</source>
        <translation>Um wie viele Schritte die Kopien vorauslaufen. Einer genügt, wo alle Schritte etwa gleich lang dauern.</translation>
    </message>
    <message>
        <source>prefetch: %1 uses pageable memory, so that its thread waits in the copy itself and cannot run ahead; pin first (pin:h2d, then prefetch)</source>
        <translation>prefetch: %1 benutzt Pageable-Speicher, sodass ihr Thread in der Kopie selbst wartet und nicht vorauslaufen kann; erst pinnen (pin:h2d, dann prefetch)</translation>
    </message>
    <message>
        <source>1 copy is part of a graph and stays there.</source>
        <translation>1 Kopie ist Teil eines Graphen und bleibt dort.</translation>
    </message>
    <message>
        <source>%1 copies are part of a graph and stay there.</source>
        <translation>%1 Kopien sind Teil eines Graphen und bleiben dort.</translation>
    </message>
    <message>
        <source>No loop was found: no selected copy to the device stands behind a kernel of its thread that follows another selected copy.</source>
        <translation>Keine Schleife gefunden: keine gewählte Kopie zum Gerät steht hinter einem Kernel ihres Threads, der auf eine andere gewählte Kopie folgt.</translation>
    </message>
    <message>
        <source>%1 of %2 run %3.</source>
        <translation>%1 aus %2 laufen %3.</translation>
    </message>
    <message>
        <source>1 copy</source>
        <translation>1 Kopie</translation>
    </message>
    <message>
        <source>%1 copies</source>
        <translation>%1 Kopien</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>%1 steps</source>
        <translation>%1 Schritten</translation>
    </message>
    <message>
        <source>1 step ahead</source>
        <translation>1 Schritt voraus</translation>
    </message>
    <message>
        <source>%1 steps ahead</source>
        <translation>%1 Schritte voraus</translation>
    </message>
    <message>
        <source>A trace does not show data: all kernels of a step are taken to work on what its copies bring, and the copies to need nothing but a free buffer.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass alle Kernel eines Schritts auf dem arbeiten, was seine Kopien bringen, und dass die Kopien nichts als einen freien Puffer brauchen.</translation>
    </message>
    <message>
        <source>The steps do not fill their buffers anew, so that the copies cannot run ahead: %1.</source>
        <translation>Die Schritte füllen ihre Puffer nicht neu, sodass die Kopien nicht vorauslaufen können: %1.</translation>
    </message>
    <message>
        <source>Stream priority</source>
        <translation>Stream-Priorität</translation>
    </message>
    <message>
        <source>The streams of the selected operations get a priority; a lower number is more urgent.</source>
        <translation>Die Streams der gewählten Operationen bekommen eine Priorität; eine kleinere Zahl ist dringender.</translation>
    </message>
    <message>
        <source>The priority belongs to the whole stream, and helps only where blocks of kernels wait for SMs.</source>
        <translation>Die Priorität gehört dem ganzen Stream und hilft nur, wo Blöcke von Kernels auf SMs warten.</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>0 is the lowest; how urgent a stream can be is up to the device (-5 on most).</source>
        <translation>0 ist die niedrigste; wie dringend ein Stream sein kann, bestimmt das Gerät (-5 auf den meisten).</translation>
    </message>
    <message>
        <source>1 default stream has no priority of its own; move the operations to another stream first.</source>
        <translation>1 Default-Stream hat keine eigene Priorität; die Operationen erst in einen anderen Stream verschieben.</translation>
    </message>
    <message>
        <source>%1 default streams have no priority of its own; move the operations to another stream first.</source>
        <translation>%1 Default-Streams haben keine eigene Priorität; die Operationen erst in einen anderen Stream verschieben.</translation>
    </message>
    <message>
        <source>The streams of the selected operations have priority %1 already.</source>
        <translation>Die Streams der gewählten Operationen haben schon Priorität %1.</translation>
    </message>
    <message>
        <source>1 operation that the filter does not name are on the same streams and became as urgent.</source>
        <translation>1 Operation, die der Filter nicht nennt, ist auf denselben Streams und wurde ebenso dringend.</translation>
    </message>
    <message>
        <source>%1 operations that the filter does not name are on the same streams and became as urgent.</source>
        <translation>%1 Operationen, die der Filter nicht nennt, sind auf denselben Streams und wurden ebenso dringend.</translation>
    </message>
    <message>
        <source>change &apos;%1&apos;: %2</source>
        <translation>Änderung „%1“: %2</translation>
    </message>
    <message>
        <source>change &apos;%1&apos;: &apos;%2&apos; is no parameter, and this change takes no filter; allowed: %3</source>
        <translation>Änderung „%1“: „%2“ ist kein Parameter, und diese Änderung nimmt keinen Filter; erlaubt: %3</translation>
    </message>
    <message>
        <source>unknown change &apos;%1&apos;; allowed: %2</source>
        <translation>unbekannte Änderung „%1“; erlaubt: %2</translation>
    </message>
    <message>
        <source>change &apos;%1&apos; has no value of its own: write %2:name=value, as in streamscope changes</source>
        <translation>Änderung „%1“ hat keinen eigenen Wert: %2:name=value schreiben, wie in streamscope changes</translation>
    </message>
    <message>
        <source>Faster or slower operations</source>
        <translation>Schnellere oder langsamere Operationen</translation>
    </message>
    <message>
        <source>The selected operations take factor times as long: kernels, copies, memsets, collectives, host functions and work of the host.</source>
        <translation>Die gewählten Operationen dauern faktormal so lang: Kernel, Kopien, Memsets, Collectives, Host-Funktionen und Arbeit des Hosts.</translation>
    </message>
    <message>
        <source>Somebody finds a way to make them that fast.</source>
        <translation>Jemand findet einen Weg, sie so schnell zu machen.</translation>
    </message>
    <message>
        <source>Of the time: 0.5 is twice as fast.</source>
        <translation>Der Zeit: 0.5 ist doppelt so schnell.</translation>
    </message>
    <message>
        <source>1 kernel stays as it is: it has no work that could be scaled like this.</source>
        <translation>1 Kernel bleibt, wie er ist: er hat keine Arbeit, die sich so skalieren ließe.</translation>
    </message>
    <message>
        <source>%1 kernels stay as they are: they have no work that could be scaled like this.</source>
        <translation>%1 Kernel bleiben, wie sie sind: sie haben keine Arbeit, die sich so skalieren ließe.</translation>
    </message>
    <message>
        <source>1 kernel computes more or less per element; where memory is the bound, the time follows less.</source>
        <translation>1 Kernel rechnet mehr oder weniger je Element; wo der Speicher die Schranke ist, folgt die Zeit weniger.</translation>
    </message>
    <message>
        <source>%1 kernels compute more or less per element; where memory is the bound, the time follows less.</source>
        <translation>%1 Kernel rechnen mehr oder weniger je Element; wo der Speicher die Schranke ist, folgt die Zeit weniger.</translation>
    </message>
    <message>
        <source>No selected operation takes time.</source>
        <translation>Keine gewählte Operation dauert etwas.</translation>
    </message>
    <message>
        <source>Non-blocking streams</source>
        <translation>Nicht blockierende Streams</translation>
    </message>
    <message>
        <source>The streams of the selected operations no longer wait for the NULL stream, nor it for them (cudaStreamNonBlocking).</source>
        <translation>Die Streams der gewählten Operationen warten nicht mehr auf den NULL-Stream, und er nicht auf sie (cudaStreamNonBlocking).</translation>
    </message>
    <message>
        <source>In a trace: no stream needs the NULL stream&apos;s order (in a Program whose buffers show that it does, nothing is changed).</source>
        <translation>In einem Trace: kein Stream braucht die Ordnung des NULL-Streams (in einem Programm, dessen Puffer das Gegenteil zeigen, wird nichts geändert).</translation>
    </message>
    <message>
        <source>No selected operation is on a blocking stream.</source>
        <translation>Keine gewählte Operation ist auf einem blockierenden Stream.</translation>
    </message>
    <message>
        <source>The streams need the NULL stream&apos;s order: without it %1.</source>
        <translation>Die Streams brauchen die Ordnung des NULL-Streams; ohne sie gälte: %1.</translation>
    </message>
    <message>
        <source>A trace does not show data: the streams are taken not to need the NULL stream.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass die Streams den NULL-Stream nicht brauchen.</translation>
    </message>
    <message>
        <source>Enable peer access</source>
        <translation>Peer-Zugriff einschalten</translation>
    </message>
    <message>
        <source>Copies between devices go directly instead of through the host (cudaDeviceEnablePeerAccess).</source>
        <translation>Kopien zwischen Geräten gehen direkt statt über den Host (cudaDeviceEnablePeerAccess).</translation>
    </message>
    <message>
        <source>The devices can reach each other&apos;s memory.</source>
        <translation>Die Geräte erreichen gegenseitig ihren Speicher.</translation>
    </message>
    <message>
        <source>Nothing is copied between devices.</source>
        <translation>Nichts wird zwischen Geräten kopiert.</translation>
    </message>
    <message>
        <source>The devices have peer access already.</source>
        <translation>Die Geräte haben schon Peer-Zugriff.</translation>
    </message>
    <message>
        <source>Pools keep memory</source>
        <translation>Pools behalten Speicher</translation>
    </message>
    <message>
        <source>The memory pools keep their unused memory at a synchronisation (cudaMemPoolAttrReleaseThreshold).</source>
        <translation>Die Speicherpools behalten bei einer Synchronisation ihren unbenutzten Speicher (cudaMemPoolAttrReleaseThreshold).</translation>
    </message>
    <message>
        <source>Nobody else needs the memory that the pools keep.</source>
        <translation>Niemand sonst braucht den Speicher, den die Pools behalten.</translation>
    </message>
    <message>
        <source>No memory comes from a pool.</source>
        <translation>Kein Speicher kommt aus einem Pool.</translation>
    </message>
    <message>
        <source>The pools keep all their memory already.</source>
        <translation>Die Pools behalten schon ihren ganzen Speicher.</translation>
    </message>
    <message>
        <source>Split into chunks</source>
        <translation>In Chunks teilen</translation>
    </message>
    <message>
        <source>Chains of copy, kernels and copy on one stream become chunks on several streams, issued one chunk after the other.</source>
        <translation>Ketten aus Kopie, Kernels und Kopie auf einem Stream werden Chunks auf mehreren Streams, Chunk für Chunk ausgelöst.</translation>
    </message>
    <message>
        <source>The kernels work on each part of the data by itself, and take a time in proportion to it.</source>
        <translation>Die Kernel bearbeiten jeden Teil der Daten für sich und brauchen eine Zeit im Verhältnis dazu.</translation>
    </message>
    <message>
        <source>Parts of each chain. Each copy and each kernel of a part is a call of its own.</source>
        <translation>Teile jeder Kette. Jede Kopie und jeder Kernel eines Teils ist ein eigener Aufruf.</translation>
    </message>
    <message>
        <source>Streams that the chunks travel on in turn: the chain&apos;s own and new ones.</source>
        <translation>Streams, auf denen die Chunks reihum laufen: der eigene der Kette und neue.</translation>
    </message>
    <message>
        <source>No chain can be split: 1 copy uses pageable memory, which holds the host in each chunk; pin first.</source>
        <translation>Keine Kette lässt sich teilen: 1 Kopie benutzt Pageable-Speicher, der den Host in jedem Chunk aufhält; erst pinnen.</translation>
    </message>
    <message>
        <source>No chain can be split: %1 copies use pageable memory, which holds the host in each chunk; pin first.</source>
        <translation>Keine Kette lässt sich teilen: %1 Kopien benutzen Pageable-Speicher, der den Host in jedem Chunk aufhält; erst pinnen.</translation>
    </message>
    <message>
        <source>No chain can be split: 1 operation is too small for so many chunks of at least 256 bytes.</source>
        <translation>Keine Kette lässt sich teilen: 1 Operation ist zu klein für so viele Chunks von mindestens 256 Bytes.</translation>
    </message>
    <message>
        <source>No chain can be split: %1 operations are too small for so many chunks of at least 256 bytes.</source>
        <translation>Keine Kette lässt sich teilen: %1 Operationen sind zu klein für so viele Chunks von mindestens 256 Bytes.</translation>
    </message>
    <message>
        <source>No copy and kernel follow each other on one stream without a synchronisation or an event between them.</source>
        <translation>Keine Kopie und kein Kernel folgen auf einem Stream aufeinander ohne Synchronisation oder Event dazwischen.</translation>
    </message>
    <message>
        <source>The data cannot be told apart in chunks: %1.</source>
        <translation>Die Daten lassen sich nicht in Chunks trennen: %1.</translation>
    </message>
    <message>
        <source>%1 in %2 on %3.</source>
        <translation>%1 in %2 auf %3.</translation>
    </message>
    <message>
        <source>1 chain</source>
        <translation>1 Kette</translation>
    </message>
    <message>
        <source>%1 chains</source>
        <translation>%1 Ketten</translation>
    </message>
    <message>
        <source>1 chunk</source>
        <translation>1 Chunk</translation>
    </message>
    <message>
        <source>%1 chunks</source>
        <translation>%1 Chunks</translation>
    </message>
    <message>
        <source>1 stream</source>
        <translation>1 Stream</translation>
    </message>
    <message>
        <source>%1 streams</source>
        <translation>%1 Streams</translation>
    </message>
    <message>
        <source>1 kernel has few blocks: each chunk keeps them and runs 1/%1 of the time.</source>
        <translation>1 Kernel hat wenige Blöcke: jeder Chunk behält sie und läuft 1/%1 der Zeit.</translation>
    </message>
    <message>
        <source>%1 kernels have few blocks: each chunk keeps them and runs 1/%2 of the time.</source>
        <translation>%1 Kernel haben wenige Blöcke: jeder Chunk behält sie und läuft 1/%2 der Zeit.</translation>
    </message>
    <message>
        <source>A trace does not show data: the kernels of a chain are taken to work on what its copies bring.</source>
        <translation>Ein Trace zeigt keine Daten: es wird angenommen, dass die Kernel einer Kette auf dem arbeiten, was ihre Kopien bringen.</translation>
    </message>
    <message>
        <source>Spread over streams</source>
        <translation>Auf Streams verteilen</translation>
    </message>
    <message>
        <source>Selected operations that do not need one another&apos;s data go to several streams in turn; events keep the dependencies of the others.</source>
        <translation>Gewählte Operationen, die die Daten der anderen nicht brauchen, gehen reihum auf mehrere Streams; Events halten die Abhängigkeiten der übrigen.</translation>
    </message>
    <message>
        <source>New streams that the operations are spread over.</source>
        <translation>Neue Streams, auf die die Operationen verteilt werden.</translation>
    </message>
    <message>
        <source>%1 names no data that would tell what needs it.</source>
        <translation>%1 nennt keine Daten, die sagen, was sie braucht.</translation>
    </message>
    <message>
        <source>No selected operation can go to another stream.</source>
        <translation>Keine gewählte Operation kann auf einen anderen Stream gehen.</translation>
    </message>
    <message>
        <source>The streams keep an order that the buffers do not show: without it %1.</source>
        <translation>Die Streams halten eine Ordnung, die die Puffer nicht zeigen; ohne sie gälte: %1.</translation>
    </message>
    <message>
        <source>Remove synchronisations</source>
        <translation>Synchronisationen entfernen</translation>
    </message>
    <message>
        <source>The selected synchronisations go where nothing on the host needs the result; the last one of the Program stays.</source>
        <translation>Die gewählten Synchronisationen fallen weg, wo nichts auf dem Host das Ergebnis braucht; die letzte des Programms bleibt.</translation>
    </message>
    <message>
        <source>The host waits only to be sure, and work on other streams does not rely on the wait (in a trace; in a Program whose buffers show the data flow such a synchronisation stays).</source>
        <translation>Der Host wartet nur zur Sicherheit, und Arbeit auf anderen Streams verlässt sich nicht darauf (in einem Trace; in einem Programm, dessen Puffer den Datenfluss zeigen, bleibt eine solche Synchronisation).</translation>
    </message>
    <message>
        <source>No synchronisation is selected.</source>
        <translation>Keine Synchronisation ist gewählt.</translation>
    </message>
    <message>
        <source>1 synchronisation stays: a copy back to the host stands directly before it, and the host may need the result; drop:sync takes it away all the same.</source>
        <translation>1 Synchronisation bleibt: eine Kopie zurück zum Host steht direkt davor, und der Host braucht vielleicht das Ergebnis; drop:sync nimmt sie trotzdem weg.</translation>
    </message>
    <message>
        <source>%1 synchronisations stay: a copy back to the host stands directly before it, and the host may need the result; drop:sync takes it away all the same.</source>
        <translation>%1 Synchronisationen bleiben: eine Kopie zurück zum Host steht direkt davor, und der Host braucht vielleicht das Ergebnis; drop:sync nimmt sie trotzdem weg.</translation>
    </message>
    <message>
        <source>1 synchronisation stays: without it, operations that use the same bytes would race.</source>
        <translation>1 Synchronisation bleibt: ohne sie liefen Operationen auf denselben Bytes um die Wette.</translation>
    </message>
    <message>
        <source>%1 synchronisations stay: without it, operations that use the same bytes would race.</source>
        <translation>%1 Synchronisationen bleiben: ohne sie liefen Operationen auf denselben Bytes um die Wette.</translation>
    </message>
    <message>
        <source>1 synchronisation stays: memory is allocated or freed there.</source>
        <translation>1 Synchronisation bleibt: dort wird Speicher angelegt oder freigegeben.</translation>
    </message>
    <message>
        <source>%1 synchronisations stay: memory is allocated or freed there.</source>
        <translation>%1 Synchronisationen bleiben: dort wird Speicher angelegt oder freigegeben.</translation>
    </message>
    <message>
        <source>The last synchronisation of the Program stays.</source>
        <translation>Die letzte Synchronisation des Programms bleibt.</translation>
    </message>
    <message>
        <source>Copies and kernels cannot overlap.</source>
        <translation>Kopien und Kernel können sich nicht überlappen.</translation>
    </message>
    <message>
        <source>One copy engine serves both directions: a copy overlaps kernels, but never a copy of the other direction.</source>
        <translation>Eine Copy Engine bedient beide Richtungen: eine Kopie überlappt Kernel, aber nie eine Kopie der anderen Richtung.</translation>
    </message>
    <message>
        <source>One copy engine per direction: H2D, D2H and kernels can all overlap. Engines beyond two serve copies inside the device and between devices; two copies of one direction never run at once.</source>
        <translation>Eine Copy Engine je Richtung: H2D, D2H und Kernel können sich alle überlappen. Engines über zwei hinaus bedienen Kopien im Gerät und zwischen Geräten; zwei Kopien einer Richtung laufen nie zugleich.</translation>
    </message>
    <message>
        <source>Whether kernels of different streams can run at the same time.</source>
        <translation>Ob Kernel verschiedener Streams gleichzeitig laufen können.</translation>
    </message>
    <message>
        <source>Multiprocessors (SMs)</source>
        <translation>Multiprozessoren (SMs)</translation>
    </message>
    <message>
        <source>Least stream priority</source>
        <translation>Niedrigste Priorität</translation>
    </message>
    <message>
        <source>Greatest stream priority</source>
        <translation>Höchste Priorität</translation>
    </message>
    <message>
        <source>A lower number is more urgent. Priorities act when blocks are placed; copies ignore them.</source>
        <translation>Eine kleinere Zahl ist dringender. Prioritäten wirken, wenn Blöcke verteilt werden; Kopien beachten sie nicht.</translation>
    </message>
    <message>
        <source>Device memory</source>
        <translation>Gerätespeicher</translation>
    </message>
    <message>
        <source>L2 cache</source>
        <translation>L2-Cache</translation>
    </message>
    <message>
        <source>Memory bus</source>
        <translation>Speicherbus</translation>
    </message>
    <message>
        <source>Memory clock (peak)</source>
        <translation>Speichertakt (höchstens)</translation>
    </message>
    <message>
        <source>SM clock (peak)</source>
        <translation>SM-Takt (höchstens)</translation>
    </message>
    <message>
        <source>Unified addressing</source>
        <translation>Gemeinsame Adressen</translation>
    </message>
    <message>
        <source>Managed memory</source>
        <translation>Managed Memory</translation>
    </message>
    <message>
        <source>Pageable memory access</source>
        <translation>Pageable-Zugriff</translation>
    </message>
    <message>
        <source>Stream-ordered allocation</source>
        <translation>Allokation im Stream</translation>
    </message>
    <message>
        <source>Threads per SM</source>
        <translation>Threads je SM</translation>
    </message>
    <message>
        <source>Blocks per SM</source>
        <translation>Blöcke je SM</translation>
    </message>
    <message>
        <source>Threads per block</source>
        <translation>Threads je Block</translation>
    </message>
    <message>
        <source>Registers per SM</source>
        <translation>Register je SM</translation>
    </message>
    <message>
        <source>Shared memory per SM</source>
        <translation>Shared Memory je SM</translation>
    </message>
    <message>
        <source>Shared memory per block</source>
        <translation>Shared Memory je Block</translation>
    </message>
    <message>
        <source>Opt-in shared memory</source>
        <translation>Shared Memory (Opt-in)</translation>
    </message>
    <message>
        <source>PCIe generation</source>
        <translation>PCIe-Generation</translation>
    </message>
    <message>
        <source>As the link ran when asked; an idle link may run slower.</source>
        <translation>Wie die Verbindung lief, als gefragt wurde; im Leerlauf kann sie langsamer sein.</translation>
    </message>
    <message>
        <source>PCIe lanes</source>
        <translation>PCIe-Lanes</translation>
    </message>
    <message>
        <source>GPUs of the machine</source>
        <translation>GPUs der Maschine</translation>
    </message>
    <message>
        <source>A machine with several takes longer for each copy to the host, and for calls that manage memory (measured on H200s).</source>
        <translation>Eine Maschine mit mehreren braucht länger für jede Kopie zum Host und für Aufrufe, die Speicher verwalten (gemessen auf H200).</translation>
    </message>
    <message>
        <source>PCI bus</source>
        <translation>PCI-Bus</translation>
    </message>
    <message>
        <source>Driver</source>
        <translation>Treiber</translation>
    </message>
    <message>
        <source>CUDA of the driver</source>
        <translation>CUDA des Treibers</translation>
    </message>
    <message>
        <source>CUDA runtime</source>
        <translation>CUDA-Runtime</translation>
    </message>
    <message>
        <source>%globaltimer step</source>
        <translation>Schritt von %globaltimer</translation>
    </message>
    <message>
        <source>Smallest step seen of the clock that the kernels stamp.</source>
        <translation>Kleinster gesehener Schritt der Uhr, mit der die Kernel stempeln.</translation>
    </message>
    <message>
        <source>Profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Where the figures of this simulated device come from.</source>
        <translation>Woher die Zahlen dieses simulierten Geräts kommen.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>CUDA device</source>
        <translation>CUDA-Gerät</translation>
    </message>
    <message>
        <source>simulated: every time is a model&apos;s</source>
        <translation>simuliert: jede Zeit stammt aus einem Modell</translation>
    </message>
    <message>
        <source>Compute capability</source>
        <translation>Compute Capability</translation>
    </message>
    <message>
        <source>this needs %1 devices, %2 (%3) has %4; the simulated H200 has 8: --device sim:h200</source>
        <translation>das braucht %1 Geräte, %2 (%3) hat %4; der simulierte H200 hat 8: --device sim:h200</translation>
    </message>
    <message>
        <source>operation %1 (kernel &apos;%2&apos;) needs %3; %4 offers %5; make %6 smaller</source>
        <translation>Operation %1 (Kernel „%2“) braucht %3; %4 bietet %5; %6 verkleinern</translation>
    </message>
    <message>
        <source>%1 threads per block</source>
        <translation>%1 Threads je Block</translation>
    </message>
    <message>
        <source>the block</source>
        <translation>den Block</translation>
    </message>
    <message>
        <source>%1 bytes of shared memory per block</source>
        <translation>%1 Bytes Shared Memory je Block</translation>
    </message>
    <message>
        <source>%1 registers per block</source>
        <translation>%1 Register je Block</translation>
    </message>
    <message>
        <source>&apos;registers&apos; or the block</source>
        <translation>&apos;registers&apos; oder den Block</translation>
    </message>
    <message>
        <source>Stream %1 asks for priority %2; %3 offers %4 to %5, no priorities: it runs with %6, as CUDA does it.</source>
        <translation>Stream %1 verlangt Priorität %2; %3 bietet %4 bis %5, keine Prioritäten: er läuft mit %6, wie CUDA es tut.</translation>
    </message>
    <message>
        <source>Stream %1 asks for priority %2; %3 offers %4 to %5: it runs with %6, as CUDA does it.</source>
        <translation>Stream %1 verlangt Priorität %2; %3 bietet %4 bis %5: er läuft mit %6, wie CUDA es tut.</translation>
    </message>
    <message>
        <source>not enough %1 memory: this run needs %2, %3 has %4; make &apos;bytes&apos; smaller</source>
        <translation>nicht genug Speicher (%1): dieser Lauf braucht %2, %3 hat %4; &apos;bytes&apos; kleiner machen</translation>
    </message>
    <message>
        <source>creating the context</source>
        <translation>den Kontext anlegen</translation>
    </message>
    <message>
        <source>loading the kernels</source>
        <translation>die Kernel laden</translation>
    </message>
    <message>
        <source>this run wants %1 connections to the GPU, and CUDA reads their number once, when a program starts: this one has %2</source>
        <translation>dieser Lauf will %1 Verbindungen zur GPU, und CUDA liest ihre Zahl einmal, wenn ein Programm startet: dieses hat %2</translation>
    </message>
    <message>
        <source>allocating memory</source>
        <translation>Speicher wird angelegt</translation>
    </message>
    <message>
        <source>the gate timed out: the host could not enqueue all %1 operations within %2 ms, because a stream&apos;s queue was full (it takes about 1,000 operations) or the host waited for the device; use fewer operations or more streams, or submission = live or graph</source>
        <translation>das Tor lief ab: der Host konnte nicht alle %1 Operationen innerhalb von %2 ms einreihen, weil die Warteschlange eines Streams voll war (sie fasst etwa 1.000 Operationen) oder der Host auf das Gerät wartete; weniger Operationen oder mehr Streams nehmen, oder submission = live oder graph</translation>
    </message>
    <message>
        <source>All %1 that came back are right, in each of %2 runs.</source>
        <translation>Alle %1, die zurückkamen, stimmen, in jedem von %2 Läufen.</translation>
    </message>
    <message>
        <source>Nothing comes back to the host, so there is nothing to check.</source>
        <translation>Nichts kommt zum Host zurück, also gibt es nichts zu prüfen.</translation>
    </message>
    <message>
        <source>Copies are not watched: %1.</source>
        <translation>Kopien werden nicht beobachtet: %1.</translation>
    </message>
    <message>
        <source>warm-up %1 of %2</source>
        <translation>Aufwärmen %1 von %2</translation>
    </message>
    <message>
        <source>run %1 of %2</source>
        <translation>Lauf %1 von %2</translation>
    </message>
    <message>
        <source>in none of %1 runs every copy was seen to arrive</source>
        <translation>in keinem von %1 Läufen war die Ankunft jeder Kopie zu sehen</translation>
    </message>
    <message>
        <source>Devices behind the first are timed by events of their own, aligned through the host&apos;s clock within %1; their kernels and all-reduces lie between two events, so that waiting for SMs is in them.</source>
        <translation>Geräte hinter dem ersten werden mit eigenen Events gemessen, über die Uhr des Hosts auf %1 abgeglichen; ihre Kernel und All-Reduces liegen zwischen zwei Events, sodass Warten auf SMs darin steckt.</translation>
    </message>
    <message>
        <source>%1 pairs of devices cannot access each other here: the driver stages their copies through the host.</source>
        <translation>%1 Paare von Geräten können hier nicht aufeinander zugreifen: der Treiber führt ihre Kopien über den Host.</translation>
    </message>
    <message>
        <source>Copies are not timed by watching their destination: %1; another clock takes its place.</source>
        <translation>Kopien werden nicht durch Beobachten ihres Ziels gemessen: %1; eine andere Uhr tritt an die Stelle.</translation>
    </message>
    <message>
        <source>it made the run %1 % longer</source>
        <translation>es machte den Lauf %1 % länger</translation>
    </message>
    <message>
        <source>CUPTI&apos;s clock is not used: %1; events and stamps take its place.</source>
        <translation>CUPTIs Uhr wird nicht benutzt: %1; Events und Stempel treten an ihre Stelle.</translation>
    </message>
    <message>
        <source>Copies and kernels are timed by CUPTI, on a run without events of ours.</source>
        <translation>Kopien und Kernel werden von CUPTI gemessen, in einem Lauf ohne eigene Events.</translation>
    </message>
    <message>
        <source>Copies are timed by CUPTI, kernels by %globaltimer inside them.</source>
        <translation>Kopien werden von CUPTI gemessen, Kernel durch %globaltimer in ihnen.</translation>
    </message>
    <message>
        <source>%globaltimer moves in steps of %1 on this device: starts and ends of kernels are no finer than that.</source>
        <translation>%globaltimer geht auf diesem Gerät in Schritten von %1: Starts und Enden von Kernels sind nicht feiner.</translation>
    </message>
    <message>
        <source>the kernel that watches the memory did not start</source>
        <translation>der Kernel, der den Speicher beobachtet, startete nicht</translation>
    </message>
    <message>
        <source>the run took longer than its memory may be watched</source>
        <translation>der Lauf dauerte länger, als sein Speicher beobachtet werden darf</translation>
    </message>
    <message>
        <source>there is no NVIDIA driver on this machine</source>
        <translation>auf dieser Maschine gibt es keinen NVIDIA-Treiber</translation>
    </message>
    <message>
        <source>the NVIDIA driver is too old: it serves CUDA %1, this program needs %2</source>
        <translation>der NVIDIA-Treiber ist zu alt: er bedient CUDA %1, dieses Programm braucht %2</translation>
    </message>
    <message>
        <source>there is an NVIDIA driver, but no GPU that it offers to this program</source>
        <translation>es gibt einen NVIDIA-Treiber, aber keine GPU, die er diesem Programm anbietet</translation>
    </message>
    <message>
        <source>CUDA does not start: %1: %2</source>
        <translation>CUDA startet nicht: %1: %2</translation>
    </message>
    <message>
        <source>the NCCL library lacks %1; use another one, or a simulated device</source>
        <translation>der NCCL-Bibliothek fehlt %1; eine andere nehmen, oder ein simuliertes Gerät</translation>
    </message>
    <message>
        <source>an all-reduce on GPUs needs NVIDIA&apos;s NCCL (libnccl.so.2), which was not found; install it, set STREAMSCOPE_NCCL to its path, or use a simulated device: --device sim:h200</source>
        <translation>ein All-Reduce auf GPUs braucht NVIDIAs NCCL (libnccl.so.2), die nicht gefunden wurde; installieren, STREAMSCOPE_NCCL auf ihren Pfad setzen, oder ein simuliertes Gerät nehmen: --device sim:h200</translation>
    </message>
    <message>
        <source>Hazard: %1 waits for event &apos;%2&apos;, which was not recorded before the call: it passes at once.</source>
        <translation>Gefahr: %1 wartet auf Event „%2“, das vor dem Aufruf nicht aufgezeichnet war: sie geht sofort weiter.</translation>
    </message>
    <message>
        <source>The profile holds no measured spreads: every run is the same.</source>
        <translation>Das Profil enthält keine gemessene Streuung: jeder Lauf ist gleich.</translation>
    </message>
    <message>
        <source>Times are drawn from the profile&apos;s measured spreads, by seed %1.</source>
        <translation>Zeiten werden aus der gemessenen Streuung des Profils gezogen, mit Startwert %1.</translation>
    </message>
    <message>
        <source>The model runs a kernel that computes as a few waves on every SM that it can fill: its blocks have no numbers and are fewer than were launched.</source>
        <translation>Das Modell führt einen rechnenden Kernel als ein paar Wellen auf jedem SM aus, den er füllen kann: seine Blöcke haben keine Nummern und sind weniger, als gestartet wurden.</translation>
    </message>
    <message>
        <source>simulated run %1 of %2</source>
        <translation>simulierter Lauf %1 von %2</translation>
    </message>
    <message>
        <source>simulated run for the picture</source>
        <translation>simulierter Lauf für das Bild</translation>
    </message>
    <message>
        <source>A simulation moves no data, so there is nothing to check.</source>
        <translation>Eine Simulation bewegt keine Daten, also gibt es nichts zu prüfen.</translation>
    </message>
    <message>
        <source>Every time is a prediction of the model of %1, not a measurement.</source>
        <translation>Jede Zeit ist eine Vorhersage des Modells von %1, keine Messung.</translation>
    </message>
    <message>
        <source>The memory pool made %1 wait for %2 to use its memory again.</source>
        <translation>Der Speicherpool ließ %1 auf %2 warten, um deren Speicher wieder zu benutzen.</translation>
    </message>
    <message>
        <source>a simulated device has no clocks to check</source>
        <translation>ein simuliertes Gerät hat keine Uhren zu prüfen</translation>
    </message>
    <message>
        <source>%globaltimer and the event clock drifted apart by %1 in this run; the kernels&apos; times are corrected for it, evenly over the run.</source>
        <translation>%globaltimer und die Event-Uhr liefen in diesem Lauf um %1 auseinander; die Zeiten der Kernel sind dafür berichtigt, gleichmäßig über den Lauf.</translation>
    </message>
    <message>
        <source>%globaltimer and the event clock contradict each other by %1 in this run: one of them jumped. Read the kernels&apos; times with care.</source>
        <translation>%globaltimer und die Event-Uhr widersprechen sich in diesem Lauf um %1: eine von beiden sprang. Die Zeiten der Kernel mit Vorsicht lesen.</translation>
    </message>
    <message>
        <source>Copies are timed by events, their starts found from the order of their engine and calibrated latencies: a start can be some 10 us off; in a graph it is some 7 us early, and up to 20. Kernels are timed by %globaltimer inside them, aligned to the events within %1.</source>
        <translation>Kopien werden mit Events gemessen, ihre Starts aus der Reihenfolge ihrer Engine und kalibrierten Latenzen bestimmt: ein Start kann etwa 10 us danebenliegen; in einem Graphen liegt er etwa 7 us zu früh, und bis zu 20. Kernel werden durch %globaltimer in ihnen gemessen, auf %1 mit den Events abgeglichen.</translation>
    </message>
    <message>
        <source>Copies are timed by events, their starts found from the order of their engine and calibrated latencies: a start can be some 10 us off. Kernels are timed by %globaltimer inside them, aligned to the events within %1.</source>
        <translation>Kopien werden mit Events gemessen, ihre Starts aus der Reihenfolge ihrer Engine und kalibrierten Latenzen bestimmt: ein Start kann etwa 10 us danebenliegen. Kernel werden durch %globaltimer in ihnen gemessen, auf %1 mit den Events abgeglichen.</translation>
    </message>
    <message>
        <source>Copies are timed by watching their destination, without events: one has ended when its last word has changed; its start is found from the order of its engine and calibrated latencies, and can be some microseconds off.</source>
        <translation>Kopien werden durch Beobachten ihres Ziels gemessen, ohne Events: eine ist zu Ende, wenn sich ihr letztes Wort geändert hat; ihr Start folgt aus der Reihenfolge ihrer Engine und kalibrierten Latenzen und kann einige Mikrosekunden danebenliegen.</translation>
    </message>
    <message>
        <source>%1 of %2 have an event behind them.</source>
        <translation>%1 von %2 haben ein Event hinter sich.</translation>
    </message>
    <message>
        <source>%1 of %2 have an event behind them: %3.</source>
        <translation>%1 von %2 haben ein Event hinter sich: %3.</translation>
    </message>
    <message>
        <source>Kernels are timed by %globaltimer inside them.</source>
        <translation>Kernel werden durch %globaltimer in ihnen gemessen.</translation>
    </message>
    <message>
        <source>whole run: %1</source>
        <translation>ganzer Lauf: %1</translation>
    </message>
    <message>
        <source>operations: %1 in both, %2 only in baseline, %3 only in this run</source>
        <translation>Operationen: %1 in beiden, %2 nur in der Basis, %3 nur in diesem Lauf</translation>
    </message>
    <message>
        <source>not compared: %1 times work of the host and events, which the trace does not record</source>
        <translation>nicht verglichen: %1-mal Arbeit des Hosts und Events, die der Trace nicht aufzeichnet</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>der Basis</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>diesem Lauf</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>only in %1</source>
        <translation>nur in %1</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>The file is broken: %1. Here is what stands before that: %2.</source>
        <translation>Die Datei ist beschädigt: %1. Hier steht, was davor kommt: %2.</translation>
    </message>
    <message>
        <source>There is no list of events (traceEvents) in this file.</source>
        <translation>In dieser Datei gibt es keine Liste von Ereignissen (traceEvents).</translation>
    </message>
    <message>
        <source>%1 values are NaN or infinite, which JSON does not have; they were passed over.</source>
        <translation>%1 Werte sind NaN oder unendlich, was JSON nicht hat; sie wurden übergangen.</translation>
    </message>
    <message>
        <source>%1 synchronisation rows (cuda_sync): they are waiting, not work, and count as neither busy nor idle. Waits of a stream for an event among them: %2.</source>
        <translation>%1 Zeilen von Synchronisationen (cuda_sync): sie sind Warten, keine Arbeit, und zählen weder als belegt noch als Leerlauf. Darunter Warten eines Streams auf ein Event: %2.</translation>
    </message>
    <message>
        <source>%1 copies do not say their direction; they count as copies on the device.</source>
        <translation>%1 Kopien sagen ihre Richtung nicht; sie zählen als Kopien auf dem Gerät.</translation>
    </message>
    <message>
        <source>The file does not say how many copy engines the device has; one per direction is assumed for the bound.</source>
        <translation>Die Datei sagt nicht, wie viele Copy Engines das Gerät hat; für die Schranke wird eine je Richtung angenommen.</translation>
    </message>
    <message>
        <source>The table TARGET_INFO_GPU is missing: which GPU it was is unknown, and one copy engine per direction is assumed for the bound.</source>
        <translation>Die Tabelle TARGET_INFO_GPU fehlt: welche GPU es war, ist unbekannt, und für die Schranke wird eine Copy Engine je Richtung angenommen.</translation>
    </message>
    <message>
        <source>The table %1 is missing: %2 were not collected.</source>
        <translation>Die Tabelle %1 fehlt: %2 wurden nicht gesammelt.</translation>
    </message>
    <message>
        <source>The file is broken: %1. What stands before is here.</source>
        <translation>Die Datei ist beschädigt: %1. Was davor steht, ist hier.</translation>
    </message>
    <message>
        <source>The table StringIds is missing: operations have no names.</source>
        <translation>Die Tabelle StringIds fehlt: Operationen haben keine Namen.</translation>
    </message>
    <message>
        <source>%1 migrations of managed memory have a lane of their own and count as no copies.</source>
        <translation>%1 Migrationen von Managed Memory haben eine eigene Spur und zählen als keine Kopien.</translation>
    </message>
    <message>
        <source>%1 synchronisation rows are waiting, not work, and count as neither busy nor idle. Waits of a stream for an event among them: %2.</source>
        <translation>%1 Zeilen von Synchronisationen sind Warten, keine Arbeit, und zählen weder als belegt noch als Leerlauf. Darunter Warten eines Streams auf ein Event: %2.</translation>
    </message>
    <message>
        <source>%1 launches of CUDA graphs were recorded as a whole: what copies and kernels they hold is unknown, and each counts as one kernel (nsys profile --cuda-graph-trace=node records them).</source>
        <translation>%1 Starts von CUDA-Graphen wurden als Ganzes aufgezeichnet: welche Kopien und Kernel sie enthalten, ist unbekannt, und jeder zählt als ein Kernel (nsys profile --cuda-graph-trace=node zeichnet sie auf).</translation>
    </message>
    <message>
        <source>The file is broken: %1. Only the %2 rows before that are here.</source>
        <translation>Die Datei ist beschädigt: %1. Nur die %2 Zeilen davor sind hier.</translation>
    </message>
    <message>
        <source>A CSV does not say which device ran, how many copy engines it has, what memory copies used or when calls returned.</source>
        <translation>Eine CSV sagt nicht, welches Gerät lief, wie viele Copy Engines es hat, welchen Speicher Kopien benutzten oder wann Aufrufe zurückkehrten.</translation>
    </message>
    <message>
        <source>The recording does not say how many copy engines the device has; one per direction is assumed for the bound.</source>
        <translation>Die Aufzeichnung sagt nicht, wie viele Copy Engines das Gerät hat; für die Schranke wird eine je Richtung angenommen.</translation>
    </message>
    <message>
        <source>%1 launches of CUDA graphs were recorded as a whole: what copies and kernels they hold is unknown, and each counts as one kernel (record graphs node by node to see them).</source>
        <translation>%1 Starts von CUDA-Graphen wurden als Ganzes aufgezeichnet: welche Kopien und Kernel sie enthalten, ist unbekannt, und jeder zählt als ein Kernel (Graphen Knoten für Knoten aufzeichnen, um sie zu sehen).</translation>
    </message>
    <message>
        <source>The recording ends early (the program was killed, or is still running): what it had written is here.</source>
        <translation>Die Aufzeichnung endet früh (das Programm wurde abgebrochen oder läuft noch): was sie geschrieben hatte, ist hier.</translation>
    </message>
    <message>
        <source>Calls of several processes have the same %1 number: which of them issued an operation is unknown.</source>
        <translation>Aufrufe mehrerer Prozesse haben dieselbe %1 Nummer: welcher von ihnen eine Operation auslöste, ist unbekannt.</translation>
    </message>
    <message>
        <source>Calls of several processes have the same %1 numbers: which of them issued an operation is unknown.</source>
        <translation>Aufrufe mehrerer Prozesse haben dieselben %1 Nummern: welcher von ihnen eine Operation auslöste, ist unbekannt.</translation>
    </message>
    <message>
        <source>%1 operations have no runtime call in the file (issued before the capture, or by a graph): when they were issued is unknown.</source>
        <translation>%1 Operationen haben keinen Runtime-Aufruf in der Datei (vor der Aufnahme ausgelöst, oder von einem Graphen): wann sie ausgelöst wurden, ist unbekannt.</translation>
    </message>
    <message>
        <source>%1 operations start before the call that issued them: the clocks of host and GPU do not agree.</source>
        <translation>%1 Operationen starten vor dem Aufruf, der sie auslöste: die Uhren von Host und GPU stimmen nicht überein.</translation>
    </message>
    <message>
        <source>%1 operations start before the one before them in their stream ends (%2 ns in all; programmatic dependent launch, or the profiler&apos;s times): they are drawn in sub-rows and counted once.</source>
        <translation>%1 Operationen starten, bevor die davor in ihrem Stream endet (%2 ns insgesamt; Programmatic Dependent Launch, oder die Zeiten des Profilers): sie sind in Unterzeilen gezeichnet und einmal gezählt.</translation>
    </message>
    <message>
        <source>%1 waits of a stream are for events whose record is not in the file: no arrow shows what they waited for.</source>
        <translation>%1-mal wartet ein Stream auf Events, deren Aufzeichnung nicht in der Datei ist: kein Pfeil zeigt, worauf gewartet wurde.</translation>
    </message>
    <message>
        <source>The file holds no operation of a GPU: there is nothing to draw or to analyse.</source>
        <translation>Die Datei enthält keine Operation einer GPU: es gibt nichts zu zeichnen oder zu untersuchen.</translation>
    </message>
    <message>
        <source>Submission</source>
        <translation>Abschicken</translation>
    </message>
    <message>
        <source>live: the device gets each operation as the host issues it; gated: the streams are held until all is enqueued, so that the host&apos;s launch times do not show; graph: everything is captured into a CUDA graph and launched with one call.</source>
        <translation>live: das Gerät bekommt jede Operation, wenn der Host sie auslöst; gated: die Streams werden gehalten, bis alles eingereiht ist, sodass die Startzeiten des Hosts sich nicht zeigen; graph: alles wird in einen CUDA-Graphen aufgezeichnet und mit einem Aufruf gestartet.</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>How often the whole run is timed without instrumentation. The median is the makespan that counts.</source>
        <translation>Wie oft der ganze Lauf ohne Instrumentierung gemessen wird. Der Median ist der Makespan, der zählt.</translation>
    </message>
    <message>
        <source>Warm-up runs</source>
        <translation>Warm-up</translation>
    </message>
    <message>
        <source>Runs that are discarded first: the first one pays for loading kernels and touching memory.</source>
        <translation>Läufe, die zuerst verworfen werden: der erste bezahlt das Laden der Kernel und das Berühren des Speichers.</translation>
    </message>
    <message>
        <source>Data seed</source>
        <translation>Startwert</translation>
    </message>
    <message>
        <source>Shifts the input data that is sent through the run and checked afterwards. It does not change any time.</source>
        <translation>Verschiebt die Eingabedaten, die durch den Lauf geschickt und danach geprüft werden. Keine Zeit ändert sich dadurch.</translation>
    </message>
    <message>
        <source>Copy host → device</source>
        <translation>Kopie Host → Gerät</translation>
    </message>
    <message>
        <source>Copy device → host</source>
        <translation>Kopie Gerät → Host</translation>
    </message>
    <message>
        <source>Copy on the device</source>
        <translation>Kopie auf dem Gerät</translation>
    </message>
    <message>
        <source>Copy between devices</source>
        <translation>Kopie zwischen Geräten</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Memset</source>
        <translation>Memset</translation>
    </message>
    <message>
        <source>Event record</source>
        <translation>Event-Aufzeichnung</translation>
    </message>
    <message>
        <source>Event wait</source>
        <translation>Warten auf ein Event</translation>
    </message>
    <message>
        <source>Host function</source>
        <translation>Host-Funktion</translation>
    </message>
    <message>
        <source>Host: in a call, or at work</source>
        <translation>Host: in einem Aufruf oder bei der Arbeit</translation>
    </message>
    <message>
        <source>Allocation</source>
        <translation>Allokation</translation>
    </message>
    <message>
        <source>Free</source>
        <translation>Freigabe</translation>
    </message>
    <message>
        <source>Host waits in a synchronisation</source>
        <translation>Host wartet in einer Synchronisation</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>Collective</translation>
    </message>
    <message>
        <source>%1 (operation %2)</source>
        <translation>%1 (Operation %2)</translation>
    </message>
    <message>
        <source>%1 on stream %2</source>
        <translation>%1 auf Stream %2</translation>
    </message>
    <message>
        <source>%1 on host thread %2</source>
        <translation>%1 auf Host-Thread %2</translation>
    </message>
    <message>
        <source>%1 on the host</source>
        <translation>%1 auf dem Host</translation>
    </message>
    <message>
        <source>%1 reads buffer &apos;%2&apos;, which %3 writes, and nothing makes one wait for the other</source>
        <translation>%1 liest Puffer „%2“, den %3 schreibt, und nichts lässt das eine auf das andere warten</translation>
    </message>
    <message>
        <source>%1 writes buffer &apos;%2&apos;, which %3 writes, and nothing makes one wait for the other</source>
        <translation>%1 schreibt Puffer „%2“, den %3 schreibt, und nichts lässt das eine auf das andere warten</translation>
    </message>
    <message>
        <source>%1 writes buffer &apos;%2&apos;, which %3 reads, and nothing makes one wait for the other</source>
        <translation>%1 schreibt Puffer „%2“, den %3 liest, und nichts lässt das eine auf das andere warten</translation>
    </message>
    <message>
        <source>Let thread %1 record an event behind %2 and thread %3 wait for it before %4.</source>
        <translation>Thread %1 ein Event hinter %2 aufzeichnen und Thread %3 vor %4 darauf warten lassen.</translation>
    </message>
    <message>
        <source>Synchronise the host with stream %1 (or with an event recorded in it behind %2) before %3.</source>
        <translation>Den Host vor %3 mit Stream %1 synchronisieren (oder mit einem darin hinter %2 aufgezeichneten Event).</translation>
    </message>
    <message>
        <source>Record an event in stream %1 behind %2 and let stream %3 wait for it (cudaStreamWaitEvent) before %4.</source>
        <translation>Ein Event in Stream %1 hinter %2 aufzeichnen und Stream %3 vor %4 darauf warten lassen (cudaStreamWaitEvent).</translation>
    </message>
    <message>
        <source>parameter &apos;%1&apos;: &apos;%2&apos; %3; allowed: %4</source>
        <translation>Parameter „%1“: „%2“ %3; erlaubt: %4</translation>
    </message>
    <message>
        <source>unknown parameter &apos;%1&apos;; allowed: %2</source>
        <translation>unbekannter Parameter „%1“; erlaubt: %2</translation>
    </message>
    <message>
        <source>parameter &apos;%1&apos; is not declared with the type that is read</source>
        <translation>Parameter „%1“ ist nicht mit dem gelesenen Typ erklärt</translation>
    </message>
    <message>
        <source>parameter &apos;%1&apos; has the wrong type; allowed: %2</source>
        <translation>Parameter „%1“ hat den falschen Typ; erlaubt: %2</translation>
    </message>
    <message>
        <source>is out of range</source>
        <translation>liegt außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>is not one of the choices</source>
        <translation>ist keine der Möglichkeiten</translation>
    </message>
    <message>
        <source>is an empty list</source>
        <translation>ist eine leere Liste</translation>
    </message>
    <message>
        <source>is no plain line of text</source>
        <translation>ist keine einfache Textzeile</translation>
    </message>
    <message>
        <source>is not a whole number</source>
        <translation>ist keine ganze Zahl</translation>
    </message>
    <message>
        <source>is not a size in whole bytes (as 4096, 64KiB, 256MiB)</source>
        <translation>ist keine Größe in ganzen Bytes (wie 4096, 64KiB, 256MiB)</translation>
    </message>
    <message>
        <source>is not a number</source>
        <translation>ist keine Zahl</translation>
    </message>
    <message>
        <source>is not a list of whole numbers separated by commas</source>
        <translation>ist keine Liste ganzer Zahlen mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>unknown parameter type</source>
        <translation>unbekannter Typ eines Parameters</translation>
    </message>
    <message>
        <source>a line of text without quotes</source>
        <translation>eine Textzeile ohne Anführungszeichen</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>whole numbers from %1, separated by commas</source>
        <translation>ganze Zahlen von %1, mit Kommas dazwischen</translation>
    </message>
    <message>
        <source>--vary %1: &apos;%2&apos; %3</source>
        <translation>--vary %1: „%2“ %3</translation>
    </message>
    <message>
        <source>are more than %1 values</source>
        <translation>sind mehr als %1 Werte</translation>
    </message>
    <message>
        <source>is no range; write from:to:+step or from:to:*factor</source>
        <translation>ist kein Bereich; von:bis:+Schritt oder von:bis:*Faktor schreiben</translation>
    </message>
    <message>
        <source>ends before it begins; write the smaller end first</source>
        <translation>endet, bevor es beginnt; das kleinere Ende zuerst schreiben</translation>
    </message>
    <message>
        <source>needs a step of 1 at least</source>
        <translation>braucht einen Schritt von mindestens 1</translation>
    </message>
    <message>
        <source>needs a factor above 1</source>
        <translation>braucht einen Faktor über 1</translation>
    </message>
    <message>
        <source>has to begin at 1 at least, for it is multiplied</source>
        <translation>muss mindestens bei 1 beginnen, weil multipliziert wird</translation>
    </message>
    <message>
        <source>--vary &apos;%1&apos; is not name=values; write name=v1,v2,… or name=from:to:+step or name=from:to:*factor</source>
        <translation>--vary &apos;%1&apos; ist nicht name=werte; name=w1,w2,… oder name=von:bis:+Schritt oder name=von:bis:*Faktor schreiben</translation>
    </message>
    <message>
        <source>--vary: parameter &apos;%1&apos; is varied twice; give all its values at once</source>
        <translation>--vary: Parameter „%1“ wird zweimal variiert; alle seine Werte auf einmal angeben</translation>
    </message>
    <message>
        <source>--vary: more than %1 configurations; use fewer values or larger steps</source>
        <translation>--vary: mehr als %1 Konfigurationen; weniger Werte oder größere Schritte nehmen</translation>
    </message>
    <message>
        <source>the clocks seem to drift by %1 ppm, which no clock does: the files are hardly of one run</source>
        <translation>die Uhren scheinen um %1 ppm auseinanderzulaufen, was keine Uhr tut: die Dateien sind kaum von einem Lauf</translation>
    </message>
    <message>
        <source>the ends of the collectives still differ by %1 us in the median: the files are hardly of one run</source>
        <translation>die Enden der Collectives unterscheiden sich noch um %1 us im Median: die Dateien sind kaum von einem Lauf</translation>
    </message>
    <message>
        <source>it shares no collective with a rank whose clock is known</source>
        <translation>er hat kein Collective mit einem Rank gemeinsam, dessen Uhr bekannt ist</translation>
    </message>
    <message>
        <source>only %1 collectives are shared with ranks whose clocks are known</source>
        <translation>nur %1 Collectives sind mit Ranks gemeinsam, deren Uhren bekannt sind</translation>
    </message>
    <message>
        <source>Rank %1 starts %2 of %3 collectives last, and the others wait %4 for it, summed over ranks.</source>
        <translation>Rank %1 startet %2 von %3 Collectives zuletzt, und die anderen warten %4 auf ihn, summiert über die Ranks.</translation>
    </message>
    <message>
        <source>Rank %1 starts %2 of %3 collectives last, and the others wait %4 for it.</source>
        <translation>Rank %1 startet %2 von %3 Collectives zuletzt, und die anderen warten %4 auf ihn.</translation>
    </message>
    <message>
        <source>Before these its GPU is idle %1 longer than the others&apos;: its host is late.</source>
        <translation>Davor ist seine GPU %1 länger im Leerlauf als die der anderen: sein Host ist zu spät.</translation>
    </message>
    <message>
        <source>Before these %1 runs %2 longer than on the other ranks.</source>
        <translation>Davor läuft %1 um %2 länger als auf den anderen Ranks.</translation>
    </message>
    <message>
        <source>one communicator (the files do not name it)</source>
        <translation>einem Kommunikator (die Dateien nennen ihn nicht)</translation>
    </message>
    <message>
        <source>communicator &apos;%1&apos;</source>
        <translation>Kommunikator „%1“</translation>
    </message>
    <message>
        <source>%1 of %2 collectives of rank %3 in %4 are of another kind or size than those of rank %5: they are left out. Is the file of another job, or did its capture begin at another step?</source>
        <translation>%1 von %2 Collectives von Rank %3 in %4 sind von anderer Art oder Größe als die von Rank %5: sie sind weggelassen. Ist die Datei von einem anderen Job, oder begann ihre Aufnahme bei einem anderen Schritt?</translation>
    </message>
    <message>
        <source>%1 collectives in %2 are in the file of one rank only: they are left out.</source>
        <translation>%1 Collectives in %2 stehen nur in der Datei eines Ranks: sie sind weggelassen.</translation>
    </message>
    <message>
        <source>no operation of a GPU in this file; it is left out</source>
        <translation>keine Operation einer GPU in dieser Datei; sie ist weggelassen</translation>
    </message>
    <message>
        <source>neither the file nor its name has a rank; it counts as rank %1</source>
        <translation>weder die Datei noch ihr Name nennt einen Rank; sie zählt als Rank %1</translation>
    </message>
    <message>
        <source>of a job of %1 ranks, the others of one of %2; it is left out</source>
        <translation>von einem Job mit %1 Ranks, die anderen von einem mit %2; sie ist weggelassen</translation>
    </message>
    <message>
        <source>given twice; it counts once</source>
        <translation>zweimal angegeben; sie zählt einmal</translation>
    </message>
    <message>
        <source>no file holds a collective (a kernel of NCCL or RCCL that is no send or receive): nothing to match</source>
        <translation>keine Datei enthält ein Collective (einen Kernel von NCCL oder RCCL, der kein Send oder Receive ist): nichts zuzuordnen</translation>
    </message>
    <message>
        <source>no collective in the file of rank %1</source>
        <translation>kein Collective in der Datei von Rank %1</translation>
    </message>
    <message>
        <source>rank %1 (%2) counts in no figure, as its clock is unknown: %3</source>
        <translation>Rank %1 (%2) zählt in keiner Zahl, weil seine Uhr unbekannt ist: %3</translation>
    </message>
    <message>
        <source>no file is left: a comparison takes at least two ranks of one job</source>
        <translation>keine Datei ist übrig: ein Vergleich braucht mindestens zwei Ranks eines Jobs</translation>
    </message>
    <message>
        <source>only %1 is left: a comparison takes at least two ranks of one job</source>
        <translation>nur %1 ist übrig: ein Vergleich braucht mindestens zwei Ranks eines Jobs</translation>
    </message>
    <message>
        <source>there is no pipe to an engine process: %1</source>
        <translation>es gibt keine Pipe zu einem Engine-Prozess: %1</translation>
    </message>
    <message>
        <source>%1 closed its stream</source>
        <translation>%1 schloss seinen Strom</translation>
    </message>
    <message>
        <source>%1 ended by itself (exit code %2)</source>
        <translation>%1 endete von selbst (Rückgabewert %2)</translation>
    </message>
    <message>
        <source>%1 was killed by signal 9 (out of memory?)</source>
        <translation>%1 wurde durch Signal 9 beendet (kein Speicher mehr?)</translation>
    </message>
    <message>
        <source>%1 crashed (signal %2)</source>
        <translation>%1 stürzte ab (Signal %2)</translation>
    </message>
    <message>
        <source>%1 was ended by signal %2</source>
        <translation>%1 wurde durch Signal %2 beendet</translation>
    </message>
    <message>
        <source>Run again, or use smaller buffers.</source>
        <translation>Noch einmal ausführen oder kleinere Puffer nehmen.</translation>
    </message>
    <message>
        <source>Run again; if it happens again, report it.</source>
        <translation>Noch einmal ausführen; wenn es wieder geschieht, bitte melden.</translation>
    </message>
    <message>
        <source>The engine process</source>
        <translation>Der Engine-Prozess</translation>
    </message>
    <message>
        <source>%1 does not start: %2</source>
        <translation>%1 startet nicht: %2</translation>
    </message>
    <message>
        <source>Is StreamScope installed completely?</source>
        <translation>Ist StreamScope vollständig installiert?</translation>
    </message>
    <message>
        <source>%1 did not answer within %2</source>
        <translation>%1 antwortete nicht innerhalb von %2</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Noch einmal versuchen.</translation>
    </message>
    <message>
        <source>%1 is of another build: StreamScope %2, and this program is %3</source>
        <translation>%1 ist aus einem anderen Build: StreamScope %2, und dieses Programm ist %3</translation>
    </message>
    <message>
        <source>Install the same version in both places.</source>
        <translation>Auf beiden Seiten dieselbe Version installieren.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>%1 did not end the run within %2 and was killed; the next run starts it again.</source>
        <translation>%1 beendete den Lauf nicht innerhalb von %2 und wurde abgebrochen; der nächste Lauf startet ihn wieder.</translation>
    </message>
    <message>
        <source>Run again; if it happens again, check the kernels, and the GPU with nvidia-smi.</source>
        <translation>Noch einmal ausführen; wenn es wieder geschieht, die Kernel prüfen, und die GPU mit nvidia-smi.</translation>
    </message>
    <message>
        <source>%1 is of another version: %2</source>
        <translation>%1 ist von einer anderen Version: %2</translation>
    </message>
    <message>
        <source>%1; it said: %2</source>
        <translation>%1; die letzten Worte: %2</translation>
    </message>
    <message>
        <source>Run again.</source>
        <translation>Noch einmal ausführen.</translation>
    </message>
    <message>
        <source>%1 sent what is no message: %2</source>
        <translation>%1 schickte etwas, das keine Nachricht ist: %2</translation>
    </message>
    <message>
        <source>%1 sent what is no message: %2 (&quot;%3&quot;)</source>
        <translation>%1 schickte etwas, das keine Nachricht ist: %2 („%3“)</translation>
    </message>
    <message>
        <source>Does something print text where the engine starts, a login script for example?</source>
        <translation>Gibt dort, wo die Engine startet, etwas Text aus, ein Login-Skript zum Beispiel?</translation>
    </message>
    <message>
        <source>a cold start</source>
        <translation>einen Kaltstart</translation>
    </message>
    <message>
        <source>1 connection</source>
        <translation>1 Verbindung</translation>
    </message>
    <message>
        <source>%1 connections</source>
        <translation>%1 Verbindungen</translation>
    </message>
    <message>
        <source>It</source>
        <translation>Er</translation>
    </message>
    <message>
        <source>%1 could not be started again: %2</source>
        <translation>%1 ließ sich nicht neu starten: %2</translation>
    </message>
    <message>
        <source>%1 was started again; earlier results are kept.</source>
        <translation>%1 wurde neu gestartet; frühere Ergebnisse bleiben erhalten.</translation>
    </message>
    <message>
        <source>starting a fresh process for %1</source>
        <translation>ein frischer Prozess wird gestartet für %1</translation>
    </message>
    <message>
        <source>This ran in a fresh process, for %1 to the GPU: CUDA reads their number once, when a program starts.</source>
        <translation>Das lief in einem frischen Prozess, für %1 zur GPU: CUDA liest ihre Zahl einmal, wenn ein Programm startet.</translation>
    </message>
    <message>
        <source>This ran in a fresh process, for %1: in the usual one something had run before.</source>
        <translation>Das lief in einem frischen Prozess, für %1: im üblichen war schon etwas gelaufen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no port</source>
        <translation>„%1“ ist kein Port</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no address</source>
        <translation>„%1“ ist keine Adresse</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no name of a host</source>
        <translation>„%1“ ist kein Name eines Rechners</translation>
    </message>
    <message>
        <source>ssh gives no reason</source>
        <translation>ssh nennt keinen Grund</translation>
    </message>
    <message>
        <source>The connection to %1 was lost: %2</source>
        <translation>Die Verbindung zu %1 ging verloren: %2</translation>
    </message>
    <message>
        <source>%1 has no program &apos;%2&apos;: install StreamScope there so that &apos;ssh %1 %2 --version&apos; finds it</source>
        <translation>%1 hat kein Programm „%2“: StreamScope dort so installieren, dass &apos;ssh %1 %2 --version&apos; es findet</translation>
    </message>
    <message>
        <source>StreamScope on %1 is older and has no engine: install the same version in both places</source>
        <translation>StreamScope auf %1 ist älter und hat keine Engine: auf beiden Seiten dieselbe Version installieren</translation>
    </message>
    <message>
        <source>%1 takes no key of yours (%2): add your key there with ssh-copy-id, and load it with ssh-add where it has a passphrase</source>
        <translation>%1 nimmt keinen der Schlüssel (%2): einen Schlüssel dort mit ssh-copy-id eintragen, und mit ssh-add laden, wo er eine Passphrase hat</translation>
    </message>
    <message>
        <source>the key of %1 is not known here: connect by hand once (ssh %1) and confirm it</source>
        <translation>der Schlüssel von %1 ist hier nicht bekannt: einmal von Hand verbinden (ssh %1) und ihn bestätigen</translation>
    </message>
    <message>
        <source>ssh does not reach %1: %2</source>
        <translation>ssh erreicht %1 nicht: %2</translation>
    </message>
    <message>
        <source>the device of the host is missing</source>
        <translation>das Gerät des Rechners fehlt</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no name of a user</source>
        <translation>„%1“ ist kein Name eines Benutzers</translation>
    </message>
    <message>
        <source>The engine on %1</source>
        <translation>Die Engine auf %1</translation>
    </message>
    <message>
        <source>1 stream is taken to wait for the NULL stream, and the NULL stream for them: they never ran at the same time, though they could have.</source>
        <translation>Von 1 Stream wird angenommen, dass er auf den NULL-Stream wartet und dieser auf ihn: sie liefen nie zugleich, obwohl sie gekonnt hätten.</translation>
    </message>
    <message>
        <source>%1 streams are taken to wait for the NULL stream, and the NULL stream for them: they never ran at the same time, though they could have.</source>
        <translation>Von %1 Streams wird angenommen, dass sie auf den NULL-Stream warten und dieser auf sie: sie liefen nie zugleich, obwohl sie gekonnt hätten.</translation>
    </message>
    <message>
        <source>1 stream is taken to have a higher priority: kernels there started in front of blocks that had waited before them.</source>
        <translation>Von 1 Stream wird eine höhere Priorität angenommen: Kernel dort starteten vor Blöcken, die schon vor ihnen gewartet hatten.</translation>
    </message>
    <message>
        <source>%1 streams are taken to have a higher priority: kernels there started in front of blocks that had waited before them.</source>
        <translation>Von %1 Streams wird eine höhere Priorität angenommen: Kernel dort starteten vor Blöcken, die schon vor ihnen gewartet hatten.</translation>
    </message>
    <message>
        <source>there is nothing to replay: no operation of a GPU</source>
        <translation>für ein Replay ist nichts da: keine Operation einer GPU</translation>
    </message>
    <message>
        <source>1 call that issues work has no operation in the file (lost, cut off, or recorded into a graph): what it issued is in no time here.</source>
        <translation>1 Aufruf, der Arbeit auslöst, hat keine Operation in der Datei (verloren, abgeschnitten oder in einen Graphen aufgezeichnet): was er auslöste, steckt hier in keiner Zeit.</translation>
    </message>
    <message>
        <source>%1 calls that issue work have no operation in the file (lost, cut off, or recorded into a graph): what they issued is in no time here.</source>
        <translation>%1 Aufrufe, die Arbeit auslösen, haben keine Operation in der Datei (verloren, abgeschnitten oder in einen Graphen aufgezeichnet): was sie auslösten, steckt hier in keiner Zeit.</translation>
    </message>
    <message>
        <source>The call of 1 operation is not in the file: it is issued when it started, so that nothing can make it start earlier.</source>
        <translation>Der Aufruf von 1 Operation ist nicht in der Datei: sie wird ausgelöst, als sie startete, sodass nichts sie früher starten lassen kann.</translation>
    </message>
    <message>
        <source>%1 operations have no call in the file: each is issued when it started, so that nothing can make it start earlier.</source>
        <translation>%1 Operationen haben keinen Aufruf in der Datei: jede wird ausgelöst, als sie startete, sodass nichts sie früher starten lassen kann.</translation>
    </message>
    <message>
        <source>1 wait for an event was concluded from times and the order of calls: the file does not name it.</source>
        <translation>1 Warten auf ein Event wurde aus den Zeiten und der Reihenfolge der Aufrufe geschlossen: die Datei nennt es nicht.</translation>
    </message>
    <message>
        <source>%1 waits for events were concluded from times and the order of calls: the file does not name them.</source>
        <translation>%1-mal Warten auf Events wurde aus den Zeiten und der Reihenfolge der Aufrufe geschlossen: die Datei nennt sie nicht.</translation>
    </message>
    <message>
        <source>When 1 host function ran is not in the file: that was concluded from what waited for it.</source>
        <translation>Wann 1 Host-Funktion lief, ist nicht in der Datei: das wurde daraus geschlossen, was auf sie wartete.</translation>
    </message>
    <message>
        <source>When %1 host functions ran is not in the file: that was concluded from what waited for them.</source>
        <translation>Wann %1 Host-Funktionen liefen, ist nicht in der Datei: das wurde daraus geschlossen, was auf sie wartete.</translation>
    </message>
    <message>
        <source>By their times, %1 allocations made a pool grow and %2 synchronisations gave its memory back: the file does not say it.</source>
        <translation>Nach ihren Zeiten ließen %1 Allokationen einen Pool wachsen und gaben %2 Synchronisationen seinen Speicher zurück: die Datei sagt es nicht.</translation>
    </message>
    <message>
        <source>1 pause of a thread is taken for a wait for another thread.</source>
        <translation>1 Pause eines Threads gilt als Warten auf einen anderen Thread.</translation>
    </message>
    <message>
        <source>%1 pauses of threads are taken for waits for other threads.</source>
        <translation>%1 Pausen von Threads gelten als Warten auf andere Threads.</translation>
    </message>
    <message>
        <source>1 pause of a thread is taken for a wait for a host function.</source>
        <translation>1 Pause eines Threads gilt als Warten auf eine Host-Funktion.</translation>
    </message>
    <message>
        <source>%1 pauses of threads are taken for waits for host functions.</source>
        <translation>%1 Pausen von Threads gelten als Warten auf Host-Funktionen.</translation>
    </message>
    <message>
        <source>Kernels that ran together and wanted more SMs than there are are taken to have shared them: alone each would be shorter.</source>
        <translation>Kernel, die zugleich liefen und mehr SMs wollten, als es gibt, haben sie sich demnach geteilt: allein wäre jeder kürzer.</translation>
    </message>
    <message>
        <source>1 call waited until the call of another thread&apos;s pageable copy was over.</source>
        <translation>1 Aufruf wartete, bis der Aufruf der Pageable-Kopie eines anderen Threads vorbei war.</translation>
    </message>
    <message>
        <source>%1 calls waited until the call of another thread&apos;s pageable copy was over.</source>
        <translation>%1 Aufrufe warteten, bis der Aufruf der Pageable-Kopie eines anderen Threads vorbei war.</translation>
    </message>
    <message>
        <source>1 call waited until the allocation or free of another thread was over.</source>
        <translation>1 Aufruf wartete, bis die Allokation oder Freigabe eines anderen Threads vorbei war.</translation>
    </message>
    <message>
        <source>%1 calls waited until allocations and frees of another thread were over.</source>
        <translation>%1 Aufrufe warteten, bis Allokationen und Freigaben eines anderen Threads vorbei waren.</translation>
    </message>
    <message>
        <source>1 synchronisation does not say what it waits for: that was concluded from its end.</source>
        <translation>1 Synchronisation sagt nicht, worauf sie wartet: das wurde aus ihrem Ende geschlossen.</translation>
    </message>
    <message>
        <source>%1 synchronisations do not say what they wait for: that was concluded from their ends.</source>
        <translation>%1 Synchronisationen sagen nicht, worauf sie warten: das wurde aus ihren Enden geschlossen.</translation>
    </message>
    <message>
        <source>2 threads of the host take turns, and each waits for the other: they are replayed as one.</source>
        <translation>2 Threads des Hosts wechseln sich ab, und jeder wartet auf den anderen: im Replay sind sie einer.</translation>
    </message>
    <message>
        <source>%1 threads of the host take turns with another one, and wait for it: they are replayed as one with it.</source>
        <translation>%1 Threads des Hosts wechseln sich mit einem anderen ab und warten auf ihn: im Replay sind sie mit ihm einer.</translation>
    </message>
    <message>
        <source>1 allocation or free waited for the device.</source>
        <translation>1 Allokation oder Freigabe wartete auf das Gerät.</translation>
    </message>
    <message>
        <source>%1 allocations and frees waited for the device.</source>
        <translation>%1 Allokationen und Freigaben warteten auf das Gerät.</translation>
    </message>
    <message>
        <source>Trying changes behind %1</source>
        <translation>Änderungen werden ausprobiert nach %1</translation>
    </message>
    <message>
        <source>Trying changes</source>
        <translation>Änderungen werden ausprobiert</translation>
    </message>
    <message>
        <source>No change was tried: %1</source>
        <translation>Keine Änderung wurde ausprobiert: %1</translation>
    </message>
    <message>
        <source>%1 operations are too many to try changes on; a range of the run can be advised.</source>
        <translation>%1 Operationen sind zu viele, um Änderungen daran auszuprobieren; für einen Bereich des Laufs gibt es Rat.</translation>
    </message>
    <message>
        <source>the replay is %1 off what the trace shows.</source>
        <translation>das Replay weicht um %1 von dem ab, was der Trace zeigt.</translation>
    </message>
    <message>
        <source>From %1.</source>
        <translation>Aus %1.</translation>
    </message>
    <message>
        <source>From %1; from %2.</source>
        <translation>Aus %1; aus %2.</translation>
    </message>
    <message>
        <source>a chain of %1 operations</source>
        <translation>eine Kette von %1 Operationen</translation>
    </message>
    <message>
        <source>%1 of what %2 allow.</source>
        <translation>%1 der Schranke durch %2.</translation>
    </message>
    <message>
        <source>%1 of what %2 allows.</source>
        <translation>%1 der Schranke durch %2.</translation>
    </message>
    <message>
        <source>then %1</source>
        <translation>dann bei %1</translation>
    </message>
    <message>
        <source>Nothing in this run calls for another way to issue it: the run is at %1</source>
        <translation>Nichts in diesem Lauf verlangt eine andere Art, ihn auszulösen: der Lauf ist bei %1</translation>
    </message>
    <message>
        <source>Nothing in this run calls for another way to issue it.</source>
        <translation>Nichts in diesem Lauf verlangt eine andere Art, ihn auszulösen.</translation>
    </message>
    <message>
        <source>None of %1 changes that were tried wins 3 %: the run is at %2</source>
        <translation>Keine von %1 ausprobierten Änderungen gewinnt 3 %: der Lauf ist bei %2</translation>
    </message>
    <message>
        <source>None of %1 changes that were tried wins 3 %.</source>
        <translation>Keine von %1 ausprobierten Änderungen gewinnt 3 %.</translation>
    </message>
    <message>
        <source>the clock that it keeps to</source>
        <translation>die Uhr, nach der es geht</translation>
    </message>
    <message>
        <source>the host&apos;s own work</source>
        <translation>die eigene Arbeit des Hosts</translation>
    </message>
    <message>
        <source>this program was built or installed without the CUDA module</source>
        <translation>dieses Programm wurde ohne das CUDA-Modul gebaut oder installiert</translation>
    </message>
    <message>
        <source>the CUDA module does not load: %1</source>
        <translation>das CUDA-Modul lässt sich nicht laden: %1</translation>
    </message>
    <message>
        <source>the CUDA module belongs to another version of this program</source>
        <translation>das CUDA-Modul gehört zu einer anderen Version dieses Programms</translation>
    </message>
    <message>
        <source>device %1 cannot be used: %2; simulated devices work: --device %3</source>
        <translation>Gerät %1 ist nicht benutzbar: %2; simulierte Geräte gehen: --device %3</translation>
    </message>
    <message>
        <source>there is no device %1; this machine has %2 (cuda:0 to cuda:%3)</source>
        <translation>es gibt kein Gerät %1; diese Maschine hat %2 (cuda:0 bis cuda:%3)</translation>
    </message>
    <message>
        <source>unknown device &apos;%1&apos;; allowed: %2, sim:PATH.json, ssh://HOST/DEVICE</source>
        <translation>unbekanntes Gerät „%1“; erlaubt: %2, sim:PATH.json, ssh://HOST/DEVICE</translation>
    </message>
    <message>
        <source>it has no steps to fold</source>
        <translation>er hat keine Schritte zum Falten</translation>
    </message>
    <message>
        <source>fewer than two of its %1 steps are alike, so there is nothing to fold</source>
        <translation>weniger als zwei seiner %1 Schritte gleichen sich, also gibt es nichts zu falten</translation>
    </message>
    <message>
        <source>This is no run: it is the %1 of %2, told by %3. Each operation reaches from the median of its starts to the median of its ends, since the begin of the step.</source>
        <translation>Das ist kein Lauf: es ist der %1 von %2, zu erkennen an %3. Jede Operation reicht vom Median ihrer Starts bis zum Median ihrer Enden, ab dem Beginn des Schritts.</translation>
    </message>
    <message>
        <source>%1 operations that fewer than half of these steps have are left out.</source>
        <translation>%1 Operationen, die weniger als die Hälfte dieser Schritte hat, sind weggelassen.</translation>
    </message>
    <message>
        <source>the device&apos;s own model</source>
        <translation>das eigene Modell des Geräts</translation>
    </message>
    <message>
        <source>calibrated for this GPU</source>
        <translation>für diese GPU kalibriert</translation>
    </message>
    <message>
        <source>the built-in model of this GPU</source>
        <translation>das eingebaute Modell dieser GPU</translation>
    </message>
    <message>
        <source>no model of this GPU is known: that of the H200</source>
        <translation>kein Modell dieser GPU ist bekannt: das des H200</translation>
    </message>
    <message>
        <source>the quote %1 is not closed</source>
        <translation>das Anführungszeichen %1 ist nicht geschlossen</translation>
    </message>
    <message>
        <source>the backslash at the end stands before nothing</source>
        <translation>der Backslash am Ende steht vor nichts</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is no time; give seconds, such as 10 or 0.5</source>
        <translation>%1: „%2“ ist keine Zeit; Sekunden angeben, wie 10 oder 0.5</translation>
    </message>
    <message>
        <source>--steps: &apos;%1&apos; are no steps; give the first and the last, counted from 0, as 10:12</source>
        <translation>--steps: „%1“ sind keine Schritte; den ersten und den letzten angeben, ab 0 gezählt, wie 10:12</translation>
    </message>
    <message>
        <source>--signal: &apos;%1&apos; cannot start and stop a recording; take USR1, USR2 or RTMIN+0 to RTMIN+%2</source>
        <translation>--signal: „%1“ kann keine Aufzeichnung starten und anhalten; USR1, USR2 oder RTMIN+0 bis RTMIN+%2 nehmen</translation>
    </message>
    <message>
        <source>process %1 has no recorder that can be reached; start it with: streamscope record --wait-for-start -- PROGRAM (the recorder comes with the first call of CUDA)</source>
        <translation>Prozess %1 hat keinen erreichbaren Recorder; starten mit: streamscope record --wait-for-start -- PROGRAMM (der Recorder kommt mit dem ersten CUDA-Aufruf)</translation>
    </message>
    <message>
        <source>process %1 has no recorder that can be reached; these have one: %2</source>
        <translation>Prozess %1 hat keinen erreichbaren Recorder; diese haben einen: %2</translation>
    </message>
    <message>
        <source>no socket can be opened: %1</source>
        <translation>kein Socket lässt sich öffnen: %1</translation>
    </message>
    <message>
        <source>process %1 belongs to another user</source>
        <translation>Prozess %1 gehört einem anderen Benutzer</translation>
    </message>
    <message>
        <source>there is no process %1</source>
        <translation>es gibt keinen Prozess %1</translation>
    </message>
    <message>
        <source>%1 belongs to another user</source>
        <translation>%1 gehört einem anderen Benutzer</translation>
    </message>
    <message>
        <source>the recorder of %1 refuses: %2</source>
        <translation>der Recorder von %1 lehnt ab: %2</translation>
    </message>
    <message>
        <source>%1 has ended</source>
        <translation>%1 ist zu Ende</translation>
    </message>
    <message>
        <source>the recorder of %1 does not answer; is the process stopped?</source>
        <translation>der Recorder von %1 antwortet nicht; ist der Prozess angehalten?</translation>
    </message>
    <message>
        <source>the recorder answers &apos;%1&apos;, which this program does not understand</source>
        <translation>der Recorder antwortet „%1“, was dieses Programm nicht versteht</translation>
    </message>
    <message>
        <source>this program was built or installed without the recorder: there is no %1</source>
        <translation>dieses Programm wurde ohne den Recorder gebaut oder installiert: es gibt kein %1</translation>
    </message>
    <message>
        <source>the current folder is gone</source>
        <translation>der aktuelle Ordner ist verschwunden</translation>
    </message>
    <message>
        <source>the folder of the recording cannot be made here: %1</source>
        <translation>der Ordner der Aufzeichnung lässt sich hier nicht anlegen: %1</translation>
    </message>
    <message>
        <source>the folder is not empty; name another one for the recording</source>
        <translation>der Ordner ist nicht leer; einen anderen für die Aufzeichnung nennen</translation>
    </message>
    <message>
        <source>is a file; the ranks of %1 need a folder</source>
        <translation>ist eine Datei; die Ranks von %1 brauchen einen Ordner</translation>
    </message>
    <message>
        <source>name a folder: the ranks of %1 have a file each</source>
        <translation>einen Ordner nennen: die Ranks von %1 haben je eine Datei</translation>
    </message>
    <message>
        <source>is a file; name a folder, or a file that ends in %1</source>
        <translation>ist eine Datei; einen Ordner nennen, oder eine Datei, die auf %1 endet</translation>
    </message>
    <message>
        <source>the folder of the recording cannot be written: %1</source>
        <translation>in den Ordner der Aufzeichnung lässt sich nicht schreiben: %1</translation>
    </message>
    <message>
        <source>%1 processes do not fit into one file</source>
        <translation>%1 Prozesse passen nicht in eine Datei</translation>
    </message>
    <message>
        <source>no rank can be shown: no file is one</source>
        <translation>kein Rank lässt sich zeigen: keine Datei ist einer</translation>
    </message>
    <message>
        <source>no rank can be shown: %1</source>
        <translation>kein Rank lässt sich zeigen: %1</translation>
    </message>
    <message>
        <source>the ranks&apos; clocks cannot be compared: each rank is shown by its own clock, and times of two ranks may not fit</source>
        <translation>die Uhren der Ranks lassen sich nicht vergleichen: jeder Rank ist nach seiner eigenen Uhr gezeigt, und Zeiten zweier Ranks passen vielleicht nicht zusammen</translation>
    </message>
    <message>
        <source>Calls of several processes have the same numbers (%1 of them): which operation belongs to whose call is unknown.</source>
        <translation>Aufrufe mehrerer Prozesse haben dieselben Nummern (%1 davon): welche Operation zu wessen Aufruf gehört, ist unbekannt.</translation>
    </message>
    <message>
        <source>The calls are of %1 processes: where one of them waits for another is unknown, so that each keeps its own pace.</source>
        <translation>Die Aufrufe sind von %1 Prozessen: wo einer auf einen anderen wartet, ist unbekannt, sodass jeder sein eigenes Tempo behält.</translation>
    </message>
    <message>
        <source>several ranks are shown: the file of one rank can be replayed, all of them at once cannot</source>
        <translation>mehrere Ranks sind zu sehen: die Datei eines Ranks kann ein Replay haben, alle zugleich nicht</translation>
    </message>
    <message>
        <source>this is the %1, which no run had: replay the trace, or one step of it</source>
        <translation>das ist der %1, den kein Lauf hatte: ein Replay des Trace machen, oder eines Schritts davon</translation>
    </message>
    <message>
        <source>as asked</source>
        <translation>wie gewünscht</translation>
    </message>
    <message>
        <source>--device %1: a replay runs on a simulated device, for example sim:h200 or sim:PATH.json</source>
        <translation>--device %1: ein Replay läuft auf einem simulierten Gerät, zum Beispiel sim:h200 oder sim:PATH.json</translation>
    </message>
    <message>
        <source>The replay is %1 off what the trace shows: a prediction from it is as uncertain.</source>
        <translation>Das Replay weicht um %1 von dem ab, was der Trace zeigt: eine Vorhersage daraus ist ebenso unsicher.</translation>
    </message>
    <message>
        <source>Simulated on the model of %1: the file does not say which device it is of.</source>
        <translation>Simuliert auf dem Modell von %1: die Datei sagt nicht, von welchem Gerät sie ist.</translation>
    </message>
    <message>
        <source>Simulated on the model of %1: the trace is of %2.</source>
        <translation>Simuliert auf dem Modell von %1: der Trace ist von %2.</translation>
    </message>
    <message>
        <source>The file is broken (%1): what stands before that is replayed.</source>
        <translation>Die Datei ist beschädigt (%1): das Replay reicht bis davor.</translation>
    </message>
    <message>
        <source>%1 cannot run this program: %2</source>
        <translation>%1 kann dieses Programm nicht ausführen: %2</translation>
    </message>
    <message>
        <source>filter &quot;%1&quot;: %2</source>
        <translation>Filter „%1“: %2</translation>
    </message>
    <message>
        <source>device %1: a change is simulated, for example on sim:h200 or sim:PATH.json</source>
        <translation>Gerät %1: eine Änderung wird simuliert, zum Beispiel auf sim:h200 oder sim:PATH.json</translation>
    </message>
    <message>
        <source>found nothing to do</source>
        <translation>nichts zu tun gefunden</translation>
    </message>
    <message>
        <source>found nothing to do (filter: %1)</source>
        <translation>nichts zu tun gefunden (Filter: %1)</translation>
    </message>
    <message>
        <source>Without the profiler it takes %1 to %2: what the profiler adds to this program&apos;s calls is not known closer.</source>
        <translation>Ohne den Profiler dauert es %1 bis %2: was der Profiler zu den Aufrufen dieses Programms hinzufügt, ist nicht genauer bekannt.</translation>
    </message>
    <message>
        <source>%1 pauses of the host end at fixed times, by a clock: what gets shorter before them makes them longer.</source>
        <translation>%1 Pausen des Hosts enden zu festen Zeiten, nach einer Uhr: was vor ihnen kürzer wird, macht sie länger.</translation>
    </message>
    <message>
        <source>1 memset between them went, too: the launches needed it.</source>
        <translation>1 Memset dazwischen fiel auch weg: die Starts brauchten ihn.</translation>
    </message>
    <message>
        <source>%1 memsets between them went, too: the launches needed them.</source>
        <translation>%1 Memsets dazwischen fielen auch weg: die Starts brauchten sie.</translation>
    </message>
    <message>
        <source>1 pause of the host is in the measured time (%1) and in no prediction: other repetitions of the same calls have none. Gains count from %2.</source>
        <translation>1 Pause des Hosts steckt in der gemessenen Zeit (%1) und in keiner Vorhersage: andere Wiederholungen derselben Aufrufe haben keine. Gewinne zählen ab %2.</translation>
    </message>
    <message>
        <source>%1 pauses of the host are in the measured time (%2) and in no prediction: other repetitions of the same calls have none. Gains count from %3.</source>
        <translation>%1 Pausen des Hosts stecken in der gemessenen Zeit (%2) und in keiner Vorhersage: andere Wiederholungen derselben Aufrufe haben keine. Gewinne zählen ab %3.</translation>
    </message>
    <message>
        <source>priority %1</source>
        <translation>Priorität %1</translation>
    </message>
    <message>
        <source>Copy engine</source>
        <translation>Copy Engine</translation>
    </message>
    <message>
        <source>Copy engine H2D</source>
        <translation>Copy Engine H2D</translation>
    </message>
    <message>
        <source>Copy engine D2H</source>
        <translation>Copy Engine D2H</translation>
    </message>
    <message>
        <source>Copy engine D2D</source>
        <translation>Copy Engine D2D</translation>
    </message>
    <message>
        <source>Copy engine peer</source>
        <translation>Copy Engine Peer</translation>
    </message>
    <message>
        <source>Compute (SMs)</source>
        <translation>Rechenwerke (SMs)</translation>
    </message>
    <message>
        <source>serves both directions</source>
        <translation>bedient beide Richtungen</translation>
    </message>
    <message>
        <source>Host waits</source>
        <translation>Host wartet</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Host thread %1 waits</source>
        <translation>Host-Thread %1 wartet</translation>
    </message>
    <message>
        <source>Host thread %1</source>
        <translation>Host-Thread %1</translation>
    </message>
    <message>
        <source>the range &apos;%1&apos; is not allowed; expected BEGIN:END in microseconds, or with ns, us, ms or s behind a number</source>
        <translation>der Bereich „%1“ ist nicht erlaubt; erwartet wird BEGINN:ENDE in Mikrosekunden, oder mit ns, us, ms oder s hinter einer Zahl</translation>
    </message>
    <message>
        <source>&quot;%1&quot; is no bound: write &gt; 1ms, waited&gt;20us or bytes&gt;1MiB</source>
        <translation>„%1“ ist keine Grenze: &gt; 1ms, waited&gt;20us oder bytes&gt;1MiB schreiben</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names nothing: write %2:0</source>
        <translation>„%1“ nennt nichts: %2:0 schreiben</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names nothing: write %2:&quot;part of its name&quot;</source>
        <translation>„%1“ nennt nichts: %2:&quot;Teil des Namens&quot; schreiben</translation>
    </message>
    <message>
        <source>&quot;%1&quot; names no device: write device:0</source>
        <translation>„%1“ nennt kein Gerät: device:0 schreiben</translation>
    </message>
    <message>
        <source>&quot;!&quot; stands alone: write !nccl, or &quot;!&quot; in quotes for a part of a name</source>
        <translation>„!“ steht allein: !nccl schreiben, oder &quot;!&quot; in Anführungszeichen für einen Teil eines Namens</translation>
    </message>
    <message>
        <source>Allocating in the loop</source>
        <translation>Allokation in der Schleife</translation>
    </message>
    <message>
        <source>cudaMalloc and cudaFree in every step against cudaMallocAsync from a pool that forgets, or keeps, its memory.</source>
        <translation>cudaMalloc und cudaFree in jedem Schritt gegen cudaMallocAsync aus einem Pool, der seinen Speicher vergisst oder behält.</translation>
    </message>
    <message>
        <source>Every step gets memory, runs a kernel and gives the memory back; at its end the host synchronises, as a loop that prints something does. cudaMalloc and cudaFree go to the system, and cudaFree waits until the device is idle. cudaMallocAsync takes memory from a pool, in the order of its stream, and does not make the host wait.

Look at the host lane. A pool whose release threshold is 0, the default, gives its unused memory back at every synchronisation, so that the next step gets it from the system again: no better than cudaMalloc. With the threshold at its maximum, as libraries set it, only the first step is slow.

Try: allocator malloc, async-0, async-max; sync_every_step no (then the pool has no occasion to give memory back); several streams.</source>
        <translation>Jeder Schritt holt Speicher, führt einen Kernel aus und gibt den Speicher zurück; an seinem Ende synchronisiert der Host, wie eine Schleife, die etwas ausgibt. cudaMalloc und cudaFree gehen zum System, und cudaFree wartet, bis das Gerät nichts mehr tut. cudaMallocAsync nimmt Speicher aus einem Pool, in der Reihenfolge seines Streams, und lässt den Host nicht warten.

Auf die Spur des Hosts achten. Ein Pool mit der Freigabeschwelle 0, der Vorgabe, gibt seinen unbenutzten Speicher bei jeder Synchronisation zurück, sodass ihn der nächste Schritt wieder vom System bekommt: nicht besser als cudaMalloc. Mit der Schwelle am Maximum, wie Bibliotheken sie setzen, ist nur der erste Schritt langsam.

Ausprobieren: allocator malloc, async-0, async-max; sync_every_step no (dann hat der Pool keinen Anlass, Speicher zurückzugeben); mehrere Streams.</translation>
    </message>
    <message>
        <source>Allocator</source>
        <translation>Allokator</translation>
    </message>
    <message>
        <source>cudaMalloc and cudaFree, or cudaMallocAsync and cudaFreeAsync from a pool with the release threshold 0 or as large as possible.</source>
        <translation>cudaMalloc und cudaFree, oder cudaMallocAsync und cudaFreeAsync aus einem Pool mit der Freigabeschwelle 0 oder so groß wie möglich.</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>How often.</source>
        <translation>Wie oft.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Of each step.</source>
        <translation>Jedes Schritts.</translation>
    </message>
    <message>
        <source>Synchronise every step</source>
        <translation>Jeden Schritt synchronisieren</translation>
    </message>
    <message>
        <source>yes: the host waits for the device at the end of each step.</source>
        <translation>yes: der Host wartet am Ende jedes Schritts auf das Gerät.</translation>
    </message>
    <message>
        <source>Copies in both directions</source>
        <translation>Kopien in beide Richtungen</translation>
    </message>
    <message>
        <source>Host to device and device to host at once: what does each direction cost the other?</source>
        <translation>Host zum Gerät und Gerät zum Host zugleich: was kostet jede Richtung die andere?</translation>
    </message>
    <message>
        <source>One stream copies to the device (H2D), another one copies back (D2H). A device with two copy engines runs them at the same time; one with a single engine takes turns. Both share the way to the host, so neither is as fast as alone: on a PCIe 5 H200 each direction keeps about nine tenths of its rate, on others half.

Look at the copies&apos; GB/s, alone (directions h2d, then d2h) and together (both), and at where the shorter direction ends: the copies of the other one are faster from there on. Two copies of the same direction never run at once, on however many streams.

Try: pageable memory (the driver stages the copies and holds the host in them, so the directions take turns); small copies (the time of each is latency, and both directions cost nothing); a device with one copy engine (sim:c1060).

What comes back is checked. D2H copies read from a region that is filled on the device first; of the H2D copies the last 64 KiB come back at the end.</source>
        <translation>Ein Stream kopiert zum Gerät (H2D), ein anderer kopiert zurück (D2H). Ein Gerät mit zwei Copy Engines führt sie gleichzeitig aus; eins mit einer einzigen wechselt ab. Beide teilen sich den Weg zum Host, also ist keine so schnell wie allein: auf einem H200 mit PCIe 5 behält jede Richtung etwa neun Zehntel ihrer Rate, auf anderen die Hälfte.

Auf die GB/s der Kopien achten, allein (directions h2d, dann d2h) und zusammen (both), und darauf, wo die kürzere Richtung endet: ab dort sind die Kopien der anderen schneller. Zwei Kopien derselben Richtung laufen nie zugleich, auf wie vielen Streams auch immer.

Ausprobieren: Pageable-Speicher (der Treiber führt die Kopien über einen Zwischenpuffer und hält den Host darin fest, sodass die Richtungen abwechseln); kleine Kopien (die Zeit jeder ist Latenz, und beide Richtungen kosten nichts); ein Gerät mit einer Copy Engine (sim:c1060).

Was zurückkommt, wird geprüft. D2H-Kopien lesen aus einem Bereich, der zuerst auf dem Gerät gefüllt wird; von den H2D-Kopien kommen am Ende die letzten 64 KiB zurück.</translation>
    </message>
    <message>
        <source>Directions</source>
        <translation>Richtungen</translation>
    </message>
    <message>
        <source>h2d: to the device only; d2h: to the host only; both: each on its own stream.</source>
        <translation>h2d: nur zum Gerät; d2h: nur zum Host; both: jede auf einem eigenen Stream.</translation>
    </message>
    <message>
        <source>How much data goes each way, all copies together.</source>
        <translation>Wie viele Daten in jede Richtung gehen, alle Kopien zusammen.</translation>
    </message>
    <message>
        <source>Copies of each direction; each moves its part of the data.</source>
        <translation>Kopien jeder Richtung; jede bewegt ihren Teil der Daten.</translation>
    </message>
    <message>
        <source>parameter &apos;bytes&apos;: %1 is no whole number of floats; use a multiple of 4</source>
        <translation>Parameter &apos;bytes&apos;: %1 ist keine ganze Zahl von Floats; ein Vielfaches von 4 nehmen</translation>
    </message>
    <message>
        <source>parameter &apos;chunks&apos;: %1 copies of %2 floats: each copy needs one at least; make &apos;bytes&apos; larger or &apos;chunks&apos; smaller</source>
        <translation>Parameter &apos;chunks&apos;: %1 Kopien von %2 Floats: jede Kopie braucht mindestens einen; &apos;bytes&apos; größer oder &apos;chunks&apos; kleiner machen</translation>
    </message>
    <message>
        <source>Concurrent kernels</source>
        <translation>Gleichzeitige Kernel</translation>
    </message>
    <message>
        <source>Kernels on several streams: which of them run at the same time, and what stops the others?</source>
        <translation>Kernel auf mehreren Streams: welche laufen gleichzeitig, und was hält die anderen auf?</translation>
    </message>
    <message>
        <source>Equal kernels go to the streams in turn, and each of their blocks just runs for a given time. A block takes more than half of the shared memory of an SM of the H200, so one block is one SM: with 132 SMs, 66 blocks are half of the device.

Look at the stream lanes. Streams do not share the SMs among them: the first kernel takes what it wants, the next one gets what is left over. Two kernels of half the SMs run side by side; with three quarters the second starts with the quarter left and needs a second wave (1.5 at a time); a kernel that fills the device leaves nothing, and two streams are no better than one. A pale, hatched part is a kernel that was ready and waited for SMs.

Try: share 50, 75 and 100 with two kernels (66, 99 and 132 blocks); 128, 160 and 256 kernels of one block on as many streams (a device holds 128 kernels at once since compute capability 7.5, and the next ones wait however many SMs are free); very short kernels (the host cannot launch them as fast as they end); one stream; shared memory 0 (several blocks share an SM); fewer streams than kernels. On another device, set blocks by its SMs and shared memory to a little more than half of what its SM has.</source>
        <translation>Gleiche Kernel gehen reihum auf die Streams, und jeder ihrer Blöcke läuft einfach eine gegebene Zeit. Ein Block belegt mehr als die Hälfte des Shared Memory eines SM des H200, also ist ein Block ein SM: mit 132 SMs sind 66 Blöcke das halbe Gerät.

Auf die Spuren der Streams achten. Streams teilen die SMs nicht unter sich auf: der erste Kernel nimmt, was er will, der nächste bekommt, was übrig ist. Zwei Kernel von der Hälfte der SMs laufen nebeneinander; mit drei Vierteln startet der zweite mit dem übrigen Viertel und braucht eine zweite Welle (1.5 zugleich); ein Kernel, der das Gerät füllt, lässt nichts übrig, und zwei Streams sind nicht besser als einer. Ein blasser, schraffierter Teil ist ein Kernel, der bereit war und auf SMs wartete.

Ausprobieren: share 50, 75 und 100 mit zwei Kernels (66, 99 und 132 Blöcke); 128, 160 und 256 Kernel zu einem Block auf ebenso vielen Streams (ein Gerät fasst seit Compute Capability 7.5 128 Kernel zugleich, und die nächsten warten, wie viele SMs auch frei sind); sehr kurze Kernel (der Host kann sie nicht so schnell starten, wie sie enden); ein Stream; shared_memory 0 (mehrere Blöcke teilen sich ein SM); weniger Streams als Kernel. Auf einem anderen Gerät blocks nach seinen SMs und shared_memory auf etwas mehr als die Hälfte dessen setzen, was ein SM hat.</translation>
    </message>
    <message>
        <source>How many kernels are launched. Kernel i goes to stream i modulo the number of streams.</source>
        <translation>Wie viele Kernel gestartet werden. Kernel i geht auf Stream i modulo Zahl der Streams.</translation>
    </message>
    <message>
        <source>Share of the SMs</source>
        <translation>Anteil der SMs</translation>
    </message>
    <message>
        <source>Blocks of a kernel in percent of the SMs, instead of their number; 0: as &apos;blocks&apos; says.</source>
        <translation>Blöcke eines Kernels in Prozent der SMs, statt ihrer Zahl; 0: wie &apos;blocks&apos; sagt.</translation>
    </message>
    <message>
        <source>SMs</source>
        <translation>SMs</translation>
    </message>
    <message>
        <source>How many SMs the share is of: the H200 has 132.</source>
        <translation>Von wie vielen SMs der Anteil gilt: der H200 hat 132.</translation>
    </message>
    <message>
        <source>Copy–compute pipeline</source>
        <translation>Kopieren–Rechnen-Pipeline</translation>
    </message>
    <message>
        <source>Data in, a kernel on it, data back: how much of the copying hides under the computing?</source>
        <translation>Daten hinein, ein Kernel darauf, Daten zurück: wie viel vom Kopieren verschwindet unter dem Rechnen?</translation>
    </message>
    <message>
        <source>Every chunk of the data is copied to the device (H2D), worked on by a kernel, and copied back (D2H). On one stream these three follow each other; on several streams the copy in of one chunk, the kernel of another and the copy back of a third can run at the same time, because each direction of copying and the SMs are engines of their own.

Look at the engine lanes: the busiest one sets the bound. Gaps there are what can still be won. Pale, hatched parts in the stream lanes are operations that were ready and waited for their engine.

With pipeline frames the chunks are whole frames, as a video filter has them: while the kernel works on one, the next one comes and the one before goes. On one stream this is no better than one after the other.

Try: pageable memory (the host is held in every copy, overlap is gone); breadth-first with more chunks than streams (kernels wait for all copies of their stream); one chunk (nothing to overlap); very many chunks (the cost per operation eats the gain); a device with a single copy engine (sim:c1060).</source>
        <translation>Jeder Chunk der Daten wird zum Gerät kopiert (H2D), von einem Kernel bearbeitet und zurückkopiert (D2H). Auf einem Stream folgen diese drei aufeinander; auf mehreren Streams können die Kopie hin eines Chunks, der Kernel eines anderen und die Kopie zurück eines dritten gleichzeitig laufen, weil jede Kopierrichtung und die SMs eigene Engines sind.

Auf die Spuren der Engines achten: die am stärksten belegte setzt die Schranke. Lücken dort sind, was noch zu gewinnen ist. Blasse, schraffierte Teile in den Spuren der Streams sind Operationen, die bereit waren und auf ihre Engine warteten.

Mit pipeline frames sind die Chunks ganze Bilder, wie ein Videofilter sie hat: während der Kernel an einem arbeitet, kommt das nächste und das vorige geht. Auf einem Stream ist das nicht besser als eins nach dem anderen.

Ausprobieren: Pageable-Speicher (der Host wird in jeder Kopie festgehalten, die Überlappung ist weg); breadth-first mit mehr Chunks als Streams (Kernel warten auf alle Kopien ihres Streams); ein Chunk (nichts zu überlappen); sehr viele Chunks (die Kosten je Operation fressen den Gewinn); ein Gerät mit einer einzigen Copy Engine (sim:c1060).</translation>
    </message>
    <message>
        <source>Pipeline</source>
        <translation>Pipeline</translation>
    </message>
    <message>
        <source>chunks: copy in, kernel, copy back of one chunk after the other, in the issue order; frames: the kernel of a chunk, then the copy in of the next and the copy back of its own.</source>
        <translation>chunks: Kopie hin, Kernel, Kopie zurück eines Chunks nach dem anderen, in der Reihenfolge des Auslösens; frames: der Kernel eines Chunks, dann die Kopie hin des nächsten und die Kopie zurück des eigenen.</translation>
    </message>
    <message>
        <source>Buffers</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>in-place: the kernel writes over what it reads; in-and-out: beside it, so that input and result are both on the device.</source>
        <translation>in-place: der Kernel überschreibt, was er liest; in-and-out: daneben, sodass Eingabe und Ergebnis beide auf dem Gerät sind.</translation>
    </message>
    <message>
        <source>parameter &apos;chunks&apos;: %1 chunks of %2 floats: each chunk needs one at least; make &apos;bytes&apos; larger or &apos;chunks&apos; smaller</source>
        <translation>Parameter &apos;chunks&apos;: %1 Chunks von %2 Floats: jeder Chunk braucht mindestens einen; &apos;bytes&apos; größer oder &apos;chunks&apos; kleiner machen</translation>
    </message>
    <message>
        <source>The default stream</source>
        <translation>Der Default-Stream</translation>
    </message>
    <message>
        <source>One operation on the default (NULL) stream among other streams: what does it stop?</source>
        <translation>Eine Operation auf dem Default-Stream (NULL) zwischen anderen Streams: was hält sie auf?</translation>
    </message>
    <message>
        <source>Kernels go to several streams in turn and would all run side by side. Somewhere among them one short kernel goes to the default stream: a forgotten stream argument, a library call, a debug print. On the legacy default stream it waits for everything that blocking streams were given before, and everything that they are given afterwards waits for it. One such call between each two launches turned 3.9 kernels at a time into 0.99 on a GB200.

Look at the gap: the kernels fall into those before the intruder and those behind it. Non-blocking streams (cudaStreamNonBlocking; all of PyTorch&apos;s are) take no part, and neither does a per-thread default stream, which is an ordinary blocking stream unless the legacy one is used as well. &apos;Blocking&apos; says nothing about the host: both kinds return at once.

Try: default_stream legacy, per-thread, none; stream_flags blocking and non-blocking; position 0 (first), in the middle, or last (nothing to separate).</source>
        <translation>Kernel gehen reihum auf mehrere Streams und liefen alle nebeneinander. Irgendwo zwischen ihnen geht ein kurzer Kernel auf den Default-Stream: ein vergessenes Stream-Argument, ein Bibliotheksaufruf, eine Debug-Ausgabe. Auf dem Legacy-Default-Stream wartet er auf alles, was blockierende Streams davor bekommen haben, und alles, was sie danach bekommen, wartet auf ihn. Ein solcher Aufruf zwischen je zwei Starts machte auf einem GB200 aus 3.9 Kernels zugleich 0.99.

Auf die Lücke achten: die Kernel zerfallen in die vor dem Eindringling und die dahinter. Nicht blockierende Streams (cudaStreamNonBlocking; alle von PyTorch sind es) nehmen nicht teil, und ebenso wenig ein Default-Stream je Thread, der ein gewöhnlicher blockierender Stream ist, solange nicht auch der alte benutzt wird. „Blockierend“ sagt nichts über den Host: beide Arten kehren sofort zurück.

Ausprobieren: default_stream legacy, per-thread, none; stream_flags blocking und non-blocking; position 0 (zuerst), in der Mitte oder zuletzt (nichts zu trennen).</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Position</translation>
    </message>
    <message>
        <source>How many kernels are launched before the one on the default stream; a number past the last one puts it behind all.</source>
        <translation>Wie viele Kernel vor dem auf dem Default-Stream gestartet werden; eine Zahl über den letzten hinaus stellt ihn hinter alle.</translation>
    </message>
    <message>
        <source>Default stream</source>
        <translation>Default-Stream</translation>
    </message>
    <message>
        <source>legacy: the NULL stream; per-thread: that of code compiled with --default-stream per-thread; none: no such kernel.</source>
        <translation>legacy: der NULL-Stream; per-thread: der von Code, der mit --default-stream per-thread kompiliert ist; none: kein solcher Kernel.</translation>
    </message>
    <message>
        <source>Kernels on all streams together. Kernel i goes to stream i modulo the number of streams.</source>
        <translation>Kernel auf allen Streams zusammen. Kernel i geht auf Stream i modulo Zahl der Streams.</translation>
    </message>
    <message>
        <source>A pipeline joined by events</source>
        <translation>Eine Pipeline mit Events</translation>
    </message>
    <message>
        <source>Three stages on three streams, joined by events; and what happens where one of the waits is missing.</source>
        <translation>Drei Stufen auf drei Streams, durch Events verbunden; und was geschieht, wo ein Warten fehlt.</translation>
    </message>
    <message>
        <source>Every batch passes three stages, each with a stream of its own. A stage may begin with a batch when the stage before it is done with that batch: it records an event there, and the next stage&apos;s stream waits for it. So three batches are in work at a time, and the run is about as long as the slowest stage of all batches.

Look at the waits between the lanes: each stage starts when the one above it ends. With missing_wait the second (or third) stage no longer waits. The run becomes shorter and wrong: the stage reads what the stage before it has not written yet. The findings name both kernels and the wait that is missing, on a simulated device, too; on a real one the data that comes back may show it, or not: that is what a race is.

Try: missing_wait; one batch (nothing to overlap); many small batches (each wait and launch costs some microseconds).</source>
        <translation>Jeder Batch durchläuft drei Stufen, jede mit eigenem Stream. Eine Stufe darf mit einem Batch beginnen, wenn die Stufe davor mit ihm fertig ist: diese zeichnet dort ein Event auf, und der Stream der nächsten Stufe wartet darauf. So sind drei Batches zugleich in Arbeit, und der Lauf dauert etwa so lang wie die langsamste Stufe aller Batches.

Auf das Warten zwischen den Spuren achten: jede Stufe startet, wenn die über ihr endet. Mit missing_wait wartet die zweite (oder dritte) Stufe nicht mehr. Der Lauf wird kürzer und falsch: die Stufe liest, was die Stufe davor noch nicht geschrieben hat. Die Befunde nennen beide Kernel und das fehlende Warten, auch auf einem simulierten Gerät; auf einem echten zeigen es vielleicht die Daten, die zurückkommen, oder nicht: das ist ein Wettlauf.

Ausprobieren: missing_wait; ein Batch (nichts zu überlappen); viele kleine Batches (jedes Warten und Starten kostet einige Mikrosekunden).</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Stufen</translation>
    </message>
    <message>
        <source>What the three stages are called.</source>
        <translation>Wie die drei Stufen heißen.</translation>
    </message>
    <message>
        <source>Batches</source>
        <translation>Batches</translation>
    </message>
    <message>
        <source>How many batches pass through all stages.</source>
        <translation>Wie viele Batches alle Stufen durchlaufen.</translation>
    </message>
    <message>
        <source>Missing wait</source>
        <translation>Fehlendes Warten</translation>
    </message>
    <message>
        <source>The stage that does not wait for the one before it.</source>
        <translation>Die Stufe, die nicht auf die davor wartet.</translation>
    </message>
    <message>
        <source>parameter &apos;batches&apos;: %1 batches need one float each; make &apos;bytes&apos; larger or &apos;batches&apos; smaller</source>
        <translation>Parameter &apos;batches&apos;: %1 Batches brauchen je einen Float; &apos;bytes&apos; größer oder &apos;batches&apos; kleiner machen</translation>
    </message>
    <message>
        <source>The first run</source>
        <translation>Der erste Lauf</translation>
    </message>
    <message>
        <source>Cold against warm: what the first time costs that the second does not.</source>
        <translation>Kalt gegen warm: was das erste Mal kostet und das zweite nicht.</translation>
    </message>
    <message>
        <source>Do not time a first run; this is why. Each round allocates pinned memory and memory from a stream&apos;s pool, copies in, computes, copies back and frees. The first round gets the pool&apos;s memory from the system, the second one finds it there.

Look at the calls on the host lane: the first allocation from the pool holds the host longer than all later ones, and pinned memory is slow every time, since each of its pages is touched and locked. Look at the repeats, too: there is no warm-up here, so the first of them is the cold one.

On a real GPU this takes a fresh process, so that every run of it is a first one. What that process paid before it could run anything, creating the context and loading the kernels, stands above the timeline as Start-up and in the findings: by the host&apos;s clock, and in no makespan. A simulated device has nothing of the kind: no profile has a measured figure for it.

Try: process running and warmup 2 (the difference goes away); rounds 4; larger &apos;bytes&apos; (pinning takes longer by the page).</source>
        <translation>Den ersten Lauf nicht messen; hier steht, warum. Jede Runde legt Pinned-Speicher und Speicher aus dem Pool eines Streams an, kopiert hin, rechnet, kopiert zurück und gibt frei. Die erste Runde bekommt den Speicher des Pools vom System, die zweite findet ihn dort vor.

Auf die Aufrufe in der Spur des Hosts achten: die erste Allokation aus dem Pool hält den Host länger auf als alle späteren, und Pinned-Speicher ist jedes Mal langsam, weil jede seiner Seiten berührt und festgehalten wird. Auch auf die Wiederholungen achten: es gibt hier kein Aufwärmen, also ist die erste die kalte.

Auf einer echten GPU braucht das einen frischen Prozess, damit jeder Lauf ein erster ist. Was dieser Prozess bezahlte, bevor er etwas ausführen konnte, den Kontext anzulegen und die Kernel zu laden, steht über der Zeitleiste als Anlauf und in den Befunden: nach der Uhr des Hosts und in keinem Makespan. Ein simuliertes Gerät hat nichts davon: kein Profil hat eine gemessene Zahl dafür.

Ausprobieren: process running und warmup 2 (der Unterschied verschwindet); rounds 4; größere &apos;bytes&apos; (Pinnen dauert mit jeder Seite länger).</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>How often everything is done.</source>
        <translation>Wie oft alles getan wird.</translation>
    </message>
    <message>
        <source>Data size</source>
        <translation>Datenmenge</translation>
    </message>
    <message>
        <source>Of each allocation and each copy.</source>
        <translation>Jeder Allokation und jeder Kopie.</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>fresh: on a GPU, one in which nothing has run yet; running: this one, as it is.</source>
        <translation>fresh: auf einer GPU einer, in dem noch nichts gelaufen ist; running: dieser, wie er ist.</translation>
    </message>
    <message>
        <source>Gradient buckets</source>
        <translation>Gradienten-Buckets</translation>
    </message>
    <message>
        <source>Backward layers beside the all-reduce of their gradients: how large should the buckets be?</source>
        <translation>Backward-Schichten neben dem All-Reduce ihrer Gradienten: wie groß sollen die Buckets sein?</translation>
    </message>
    <message>
        <source>Every GPU computes the gradients of its layers, last layer first, and the gradients are summed over all GPUs (all-reduce). They are collected in buckets: a bucket that is full is reduced on a second stream while the next layers are computed. Small buckets begin early and pay the latency of the ring often; one large bucket begins when everything is computed and hides nothing.

Look at the all-reduces beside the backward kernels, and at what is left of them at the end: the last bucket has nothing to hide under. Where the reduction takes longer than the backward pass, the links are the bound and only fewer bytes help.

With several GPUs the sums are NCCL&apos;s (libnccl.so.2, loaded when it is needed); the simulated devices have a ring: each of 2 (n - 1) steps moves an n-th of the bucket. With one GPU only the simulation is possible: --device sim:h200.

Try: bucket_bytes 1 MB, 25 MB, 100 MB; more GPUs; layer_us shorter (the links become the bound). The kernels leave some SMs free, as the sum needs some, too: blocks 132 takes them away.</source>
        <translation>Jede GPU berechnet die Gradienten ihrer Schichten, die letzte zuerst, und die Gradienten werden über alle GPUs summiert (All-Reduce). Sie werden in Buckets gesammelt: ein voller Bucket wird auf einem zweiten Stream reduziert, während die nächsten Schichten berechnet werden. Kleine Buckets beginnen früh und bezahlen oft die Latenz des Rings; ein großer Bucket beginnt, wenn alles berechnet ist, und verdeckt nichts.

Auf die All-Reduces neben den Backward-Kernels achten und darauf, was am Ende von ihnen übrig ist: der letzte Bucket hat nichts, worunter er verschwinden könnte. Wo das Reduzieren länger dauert als der Backward-Durchgang, sind die Verbindungen die Schranke, und nur weniger Bytes helfen.

Mit mehreren GPUs sind die Summen die von NCCL (libnccl.so.2, bei Bedarf geladen); die simulierten Geräte haben einen Ring: jeder von 2 (n - 1) Schritten bewegt ein n-tel des Buckets. Mit einer GPU ist nur die Simulation möglich: --device sim:h200.

Ausprobieren: bucket_bytes 1 MB, 25 MB, 100 MB; mehr GPUs; layer_us kürzer (die Verbindungen werden die Schranke). Die Kernel lassen einige SMs frei, weil auch die Summe welche braucht: blocks 132 nimmt sie weg.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Schicht</translation>
    </message>
    <message>
        <source>How long the backward kernel of a layer takes.</source>
        <translation>Wie lange der Backward-Kernel einer Schicht dauert.</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPUs</translation>
    </message>
    <message>
        <source>How many devices train together.</source>
        <translation>Wie viele Geräte zusammen trainieren.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Schichten</translation>
    </message>
    <message>
        <source>Layers of the model.</source>
        <translation>Schichten des Modells.</translation>
    </message>
    <message>
        <source>Gradients of a layer</source>
        <translation>Gradienten einer Schicht</translation>
    </message>
    <message>
        <source>Bytes of gradients that each layer brings.</source>
        <translation>Bytes an Gradienten, die jede Schicht bringt.</translation>
    </message>
    <message>
        <source>From how many bytes on a bucket is sent; it holds whole layers.</source>
        <translation>Ab wie vielen Bytes ein Bucket gesendet wird; er enthält ganze Schichten.</translation>
    </message>
    <message>
        <source>More streams than hardware queues: kernels of independent streams wait for each other although nothing links them.</source>
        <translation>Mehr Streams als Hardware-Warteschlangen: Kernel unabhängiger Streams warten aufeinander, obwohl nichts sie verbindet.</translation>
    </message>
    <message>
        <source>Streams reach the GPU through hardware queues (connections), 8 by default. Streams that share one stand in one line: a kernel that waits for the one before it in its stream blocks all behind it, of other streams, too. These false dependencies need two dependent kernels in a stream at least; with one kernel per stream a single queue is enough.

Look at the staircase: 32 streams of two kernels take 33 kernel times on 1 connection, 17 on 2, 9 on 4, 5 on 8, 3 on 16 and 2 on 32. Breadth-first, all first kernels before all second ones, nothing is in the way.

CUDA reads the number once, when a program starts (CUDA_DEVICE_MAX_CONNECTIONS, 1 to 32). So on a real GPU another number takes a fresh process, which StreamScope starts by itself for that one run; the findings say so. Simulated devices take any. On Blackwell the number was seen to have no effect.

Try: connections 1, 2, 4, 16, 32; issue_order breadth-first; kernels 1; 6 kernels on 8 streams.</source>
        <translation>Streams erreichen die GPU über Hardware-Warteschlangen (Verbindungen), 8 ohne weiteres. Streams, die sich eine teilen, stehen in einer Reihe: ein Kernel, der auf den davor in seinem Stream wartet, hält alle hinter sich auf, auch die anderer Streams. Diese falschen Abhängigkeiten brauchen mindestens zwei abhängige Kernel in einem Stream; mit einem Kernel je Stream genügt eine einzige Schlange.

Auf die Treppe achten: 32 Streams zu zwei Kernels dauern 33 Kernelzeiten auf 1 Verbindung, 17 auf 2, 9 auf 4, 5 auf 8, 3 auf 16 und 2 auf 32. Breite zuerst, alle ersten Kernel vor allen zweiten, ist nichts im Weg.

CUDA liest die Zahl einmal, wenn ein Programm startet (CUDA_DEVICE_MAX_CONNECTIONS, 1 bis 32). Auf einer echten GPU braucht eine andere Zahl also einen frischen Prozess, den StreamScope für diesen einen Lauf selbst startet; die Befunde sagen es. Simulierte Geräte nehmen jede. Auf Blackwell hatte die Zahl keine sichtbare Wirkung.

Ausprobieren: connections 1, 2, 4, 16, 32; issue_order breadth-first; kernels 1; 6 Kernel auf 8 Streams.</translation>
    </message>
    <message>
        <source>depth-first: all kernels of a stream, then those of the next; breadth-first: the first kernel of each stream, then the second of each.</source>
        <translation>depth-first: alle Kernel eines Streams, dann die des nächsten; breadth-first: der erste Kernel jedes Streams, dann der zweite jedes.</translation>
    </message>
    <message>
        <source>Kernels per stream</source>
        <translation>Kernel je Stream</translation>
    </message>
    <message>
        <source>Kernels of each stream, one after the other.</source>
        <translation>Kernel jedes Streams, einer nach dem anderen.</translation>
    </message>
    <message>
        <source>Hardware queues between streams and the GPU (CUDA_DEVICE_MAX_CONNECTIONS).</source>
        <translation>Hardware-Warteschlangen zwischen Streams und der GPU (CUDA_DEVICE_MAX_CONNECTIONS).</translation>
    </message>
    <message>
        <source>Host and GPU side by side</source>
        <translation>Host und GPU nebeneinander</translation>
    </message>
    <message>
        <source>Work of the CPU while a kernel runs, host functions in a stream, and what each way of waiting costs.</source>
        <translation>Arbeit der CPU, während ein Kernel läuft, Host-Funktionen in einem Stream, und was jede Art des Wartens kostet.</translation>
    </message>
    <message>
        <source>A launch returns at once: the host can work while the kernel runs, and wait for it when it needs the result. Each round is a kernel, some work of the host and a wait. Waiting first and working afterwards makes the round as long as both together.

Look at the host lane and at how late the host goes on after the kernel&apos;s end: that is what the way of waiting costs (wait_with). A call that blocks comes back some microseconds after the end; asking again and again (cudaStreamQuery, cudaEventQuery) comes back after the first question that hears &apos;done&apos;, and keeps the CPU busy. cudaDeviceSynchronize waits for every stream, also for those that the result does not need.

With host_function_us, a function of the host runs in the stream behind each kernel: a thread of the driver calls it some microseconds after the kernel&apos;s end, the stream goes on behind it, and functions of other streams wait for their turn, for it is one thread. It must not call CUDA.

Try: overlap no against yes; every wait_with; host_function_us 100 on 1 and 4 streams.</source>
        <translation>Ein Start kehrt sofort zurück: der Host kann arbeiten, während der Kernel läuft, und auf ihn warten, wenn er das Ergebnis braucht. Jede Runde ist ein Kernel, etwas Arbeit des Hosts und ein Warten. Erst warten und danach arbeiten macht die Runde so lang wie beides zusammen.

Auf die Spur des Hosts achten und darauf, wie spät nach dem Ende des Kernels der Host weitermacht: das kostet die Art des Wartens (wait_with). Ein Aufruf, der blockiert, kommt einige Mikrosekunden nach dem Ende zurück; immer wieder zu fragen (cudaStreamQuery, cudaEventQuery) kommt nach der ersten Frage zurück, die „fertig“ hört, und hält die CPU beschäftigt. cudaDeviceSynchronize wartet auf jeden Stream, auch auf die, die das Ergebnis nicht braucht.

Mit host_function_us läuft im Stream hinter jedem Kernel eine Funktion des Hosts: ein Thread des Treibers ruft sie einige Mikrosekunden nach dem Ende des Kernels auf, der Stream geht hinter ihr weiter, und Funktionen anderer Streams warten, bis sie dran sind, denn es ist ein Thread. Sie darf CUDA nicht aufrufen.

Ausprobieren: overlap no gegen yes; jedes wait_with; host_function_us 100 auf 1 und 4 Streams.</translation>
    </message>
    <message>
        <source>Work of the host</source>
        <translation>Arbeit des Hosts</translation>
    </message>
    <message>
        <source>How long the host works in each round.</source>
        <translation>Wie lange der Host in jeder Runde arbeitet.</translation>
    </message>
    <message>
        <source>How long a host function behind each kernel, in its stream, takes; 0: there is none.</source>
        <translation>Wie lange eine Host-Funktion hinter jedem Kernel, in seinem Stream, dauert; 0: es gibt keine.</translation>
    </message>
    <message>
        <source>How long each kernel runs.</source>
        <translation>Wie lange jeder Kernel läuft.</translation>
    </message>
    <message>
        <source>Wait with</source>
        <translation>Warten mit</translation>
    </message>
    <message>
        <source>cudaStreamSynchronize, cudaDeviceSynchronize, cudaEventSynchronize, cudaStreamQuery or cudaEventQuery.</source>
        <translation>cudaStreamSynchronize, cudaDeviceSynchronize, cudaEventSynchronize, cudaStreamQuery oder cudaEventQuery.</translation>
    </message>
    <message>
        <source>Work while the kernel runs</source>
        <translation>Arbeit neben dem Kernel</translation>
    </message>
    <message>
        <source>yes: the host works, then waits; no: it waits, then works.</source>
        <translation>yes: der Host arbeitet, dann wartet er; no: er wartet, dann arbeitet er.</translation>
    </message>
    <message>
        <source>Implicit synchronisation</source>
        <translation>Implizite Synchronisation</translation>
    </message>
    <message>
        <source>One call between two launches: which calls keep kernels of different streams from running side by side?</source>
        <translation>Ein Aufruf zwischen zwei Starts: welche Aufrufe hindern Kernel verschiedener Streams daran, nebeneinander zu laufen?</translation>
    </message>
    <message>
        <source>Two kernels on two streams would run at the same time. Between their launches the host makes one other call. Which of them separate the kernels? Two lists are in circulation. The CUDA Programming Guide up to 12 names page-locked and device allocations, memset, copies inside the device and anything on the NULL stream; from 13 on only the last. Seen on GPUs: cudaFree and cudaFreeHost wait for the device, asynchronous memsets and copies do not. The simulated devices have either list, by their age.

Look at whether the second kernel starts before the first one ends, and at the host lane: a call that waits for the device holds the host, so that the second launch comes late.

Try every intruder; sim:k20c against sim:h200; stream_flags non-blocking with the NULL-stream kernel; malloc-async, an allocation in stream order, for which nothing waits.</source>
        <translation>Zwei Kernel auf zwei Streams liefen gleichzeitig. Zwischen ihren Starts macht der Host einen anderen Aufruf. Welche davon trennen die Kernel? Zwei Listen sind in Umlauf. Der CUDA Programming Guide bis 12 nennt Allokationen im gepinnten und im Gerätespeicher, Memset, Kopien im Gerät und alles auf dem NULL-Stream; ab 13 nur das Letzte. Auf GPUs gesehen: cudaFree und cudaFreeHost warten auf das Gerät, asynchrone Memsets und Kopien nicht. Die simulierten Geräte haben die eine oder andere Liste, je nach Alter.

Darauf achten, ob der zweite Kernel startet, bevor der erste endet, und auf die Spur des Hosts: ein Aufruf, der auf das Gerät wartet, hält den Host auf, sodass der zweite Start spät kommt.

Jeden Eindringling ausprobieren; sim:k20c gegen sim:h200; stream_flags non-blocking mit dem Kernel auf dem NULL-Stream; malloc-async, eine Allokation in der Reihenfolge des Streams, auf die nichts wartet.</translation>
    </message>
    <message>
        <source>Intruder</source>
        <translation>Eindringling</translation>
    </message>
    <message>
        <source>The call between the two launches: cudaFree, cudaMalloc, cudaHostAlloc, cudaFreeHost, cudaMemsetAsync and a copy inside the device on a third stream, a kernel on the NULL stream, cudaMallocAsync on a third stream, or nothing.</source>
        <translation>Der Aufruf zwischen den zwei Starts: cudaFree, cudaMalloc, cudaHostAlloc, cudaFreeHost, cudaMemsetAsync und eine Kopie im Gerät auf einem dritten Stream, ein Kernel auf dem NULL-Stream, cudaMallocAsync auf einem dritten Stream, oder nichts.</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Of what the intruder allocates, frees, sets or copies.</source>
        <translation>Dessen, was der Eindringling anlegt, freigibt, setzt oder kopiert.</translation>
    </message>
    <message>
        <source>The cost of a launch</source>
        <translation>Die Kosten eines Starts</translation>
    </message>
    <message>
        <source>Kernels shorter than their launch: streams against a CUDA graph, and what holding the streams back shows.</source>
        <translation>Kernel kürzer als ihr Start: Streams gegen einen CUDA-Graphen, und was es zeigt, die Streams zurückzuhalten.</translation>
    </message>
    <message>
        <source>A launch takes the host some 3 microseconds. Kernels that are shorter leave the GPU waiting for the host: the run is as long as the launches, however short the kernels are, and on more streams it is no shorter.

Look at the host lane, where one call follows the other, and at the gaps between the kernels. With submission graph the host makes one call for all of them, and what is left is the GPU&apos;s own time from one kernel to the next. With submission gated the streams are held until everything is issued: this shows how long the GPU takes when the host is out of the way, with ordinary launches.

Try: submission live, gated, graph; kernels of 1, 5 and 50 microseconds (from about 4 on the launches hide); 1 and 4 streams.</source>
        <translation>Ein Start kostet den Host etwa 3 Mikrosekunden. Kürzere Kernel lassen die GPU auf den Host warten: der Lauf ist so lang wie die Starts, wie kurz die Kernel auch sind, und auf mehr Streams nicht kürzer.

Auf die Spur des Hosts achten, wo ein Aufruf auf den anderen folgt, und auf die Lücken zwischen den Kernels. Mit submission graph macht der Host einen Aufruf für alle, und übrig bleibt die eigene Zeit der GPU von einem Kernel zum nächsten. Mit submission gated werden die Streams gehalten, bis alles ausgelöst ist: das zeigt, wie lange die GPU braucht, wenn der Host nicht im Weg ist, mit gewöhnlichen Starts.

Ausprobieren: submission live, gated, graph; Kernel von 1, 5 und 50 Mikrosekunden (ab etwa 4 verschwinden die Starts); 1 und 4 Streams.</translation>
    </message>
    <message>
        <source>How many are launched.</source>
        <translation>Wie viele gestartet werden.</translation>
    </message>
    <message>
        <source>Two products and their use</source>
        <translation>Zwei Produkte und ihr Gebrauch</translation>
    </message>
    <message>
        <source>Two matrix products on two streams and a third stream that uses both: as often published without a wait, and mended.</source>
        <translation>Zwei Matrixprodukte auf zwei Streams und ein dritter Stream, der beide benutzt: wie oft veröffentlicht ohne ein Warten, und berichtigt.</translation>
    </message>
    <message>
        <source>Two products are computed on two streams, and a third stream works on both results. Published versions of this example often leave it at three streams: nothing tells the third that it must wait. It then starts with what happens to lie in the results, which usually goes unnoticed, because a small product is done before the third stream&apos;s kernel starts.

Look at the third stream: as published its kernels run beside the products whose results they read. The findings name the kernels and the missing waits. Mended (two events recorded, two waits) they start when both products are done. On a real GPU &apos;data&apos; says whether luck held.

Try: version mended; longer products (kernel_work); blocking streams (they change nothing: no NULL stream is used).</source>
        <translation>Zwei Produkte werden auf zwei Streams berechnet, und ein dritter Stream arbeitet mit beiden Ergebnissen. Veröffentlichte Fassungen dieses Beispiels belassen es oft bei drei Streams: nichts sagt dem dritten, dass er warten muss. Er beginnt dann mit dem, was zufällig in den Ergebnissen liegt, was meist nicht auffällt, weil ein kleines Produkt fertig ist, bevor der Kernel des dritten Streams startet.

Auf den dritten Stream achten: wie veröffentlicht laufen seine Kernel neben den Produkten, deren Ergebnisse sie lesen. Die Befunde nennen die Kernel und das fehlende Warten. Berichtigt (zwei Events aufgezeichnet, zweimal gewartet) starten sie, wenn beide Produkte fertig sind. Auf einer echten GPU sagt „Prüfung“, ob das Glück hielt.

Ausprobieren: version mended; längere Produkte (kernel_work); blockierende Streams (sie ändern nichts: kein NULL-Stream wird benutzt).</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>published: the third stream does not wait; mended: it waits for an event of each product.</source>
        <translation>published: der dritte Stream wartet nicht; mended: er wartet auf ein Event jedes Produkts.</translation>
    </message>
    <message>
        <source>Copies between GPUs</source>
        <translation>Kopien zwischen GPUs</translation>
    </message>
    <message>
        <source>From one GPU&apos;s memory to another&apos;s: directly or staged through the host, one way and both ways.</source>
        <translation>Aus dem Speicher einer GPU in den einer anderen: direkt oder über den Host, in eine und in beide Richtungen.</translation>
    </message>
    <message>
        <source>Data goes from one GPU to another. Where the devices can access each other (NVLink, or PCIe with peer access switched on) it goes directly; otherwise the driver stages it through the host&apos;s memory, in pieces, at the rate of the slower link at best.

Look at the GB/s of the copies: direct over NVLink some hundred, staged as much as a copy to the host. Both ways at once cost each other nothing over NVLink, which has lanes for each direction, and a part of the rate where the way to the host is shared.

Try: peer_access no; directions both; another pair (which links lie between two devices differs in many machines). With one GPU only the simulation is possible: --device sim:h200.</source>
        <translation>Daten gehen von einer GPU zur anderen. Wo die Geräte aufeinander zugreifen können (NVLink, oder PCIe mit eingeschaltetem Peer-Zugriff), gehen sie direkt; sonst führt der Treiber sie über den Speicher des Hosts, in Stücken, bestenfalls mit der Rate der langsameren Verbindung.

Auf die GB/s der Kopien achten: direkt über NVLink einige hundert, über den Host so viel wie eine Kopie zum Host. Beide Richtungen zugleich kosten einander über NVLink nichts, weil es Leitungen für jede Richtung hat, und einen Teil der Rate, wo der Weg zum Host geteilt ist.

Ausprobieren: peer_access no; directions both; ein anderes Paar (welche Verbindungen zwischen zwei Geräten liegen, ist in vielen Maschinen verschieden). Mit nur einer GPU ist nur die Simulation möglich: --device sim:h200.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Von</translation>
    </message>
    <message>
        <source>The device that the data comes from.</source>
        <translation>Das Gerät, von dem die Daten kommen.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Nach</translation>
    </message>
    <message>
        <source>The device that it goes to.</source>
        <translation>Das Gerät, zu dem sie gehen.</translation>
    </message>
    <message>
        <source>Copies of each direction.</source>
        <translation>Kopien jeder Richtung.</translation>
    </message>
    <message>
        <source>Peer access</source>
        <translation>Peer-Zugriff</translation>
    </message>
    <message>
        <source>yes: the devices access each other&apos;s memory (cudaDeviceEnablePeerAccess); no: the driver stages the copies through the host.</source>
        <translation>yes: die Geräte greifen gegenseitig auf ihren Speicher zu (cudaDeviceEnablePeerAccess); no: der Treiber führt die Kopien über den Host.</translation>
    </message>
    <message>
        <source>Only there, or there and back at once.</source>
        <translation>Nur hin, oder hin und zurück zugleich.</translation>
    </message>
    <message>
        <source>parameter &apos;to&apos;: %1 is the device that the data comes from; choose two</source>
        <translation>Parameter &apos;to&apos;: %1 ist das Gerät, von dem die Daten kommen; zwei wählen</translation>
    </message>
    <message>
        <source>parameter &apos;chunks&apos;: %1 copies need one float each; make &apos;bytes&apos; larger or &apos;chunks&apos; smaller</source>
        <translation>Parameter &apos;chunks&apos;: %1 Kopien brauchen je einen Float; &apos;bytes&apos; größer oder &apos;chunks&apos; kleiner machen</translation>
    </message>
    <message>
        <source>Prefetching</source>
        <translation>Vorausladen</translation>
    </message>
    <message>
        <source>A loader on the host, copies on one stream, computing on another: how far must the loader run ahead?</source>
        <translation>Ein Lader auf dem Host, Kopien auf einem Stream, Rechnen auf einem anderen: wie weit muss der Lader vorauslaufen?</translation>
    </message>
    <message>
        <source>For every step the host loads a batch (loader_ms), copies it on one stream and computes on it on another. The buffers are used again after &apos;depth&apos; steps: before the loader fills one, the host waits until the copy out of it is done; before a copy overwrites one on the device, its stream waits until the kernel that reads it is done.

Look at the time per step. Synchronising every step (as .item() or a print of the loss does) makes it loader + copy + compute at any depth. Without that, depth 2 lets the loader work while the GPU computes: the slower of the two sets the pace. More than that only evens out steps of different length, which are all equal here.

Try: sync_every_step yes and no; depth 1 and 2; loader_ms above and below the kernel&apos;s time (the GPU waits for the loader, or the loader for the GPU).</source>
        <translation>Für jeden Schritt lädt der Host einen Batch (loader_ms), kopiert ihn auf einem Stream und rechnet darauf auf einem anderen. Die Puffer werden nach &apos;depth&apos; Schritten wieder benutzt: bevor der Lader einen füllt, wartet der Host, bis die Kopie daraus fertig ist; bevor eine Kopie einen auf dem Gerät überschreibt, wartet ihr Stream, bis der Kernel fertig ist, der ihn liest.

Auf die Zeit je Schritt achten. Jeden Schritt zu synchronisieren (wie .item() oder eine Ausgabe des Loss) macht sie bei jeder Tiefe zu Lader + Kopie + Rechnen. Ohne das lässt Tiefe 2 den Lader arbeiten, während die GPU rechnet: der langsamere von beiden gibt das Tempo vor. Mehr gleicht nur Schritte verschiedener Länge aus, die hier alle gleich sind.

Ausprobieren: sync_every_step yes und no; depth 1 und 2; loader_ms über und unter der Zeit des Kernels (die GPU wartet auf den Lader, oder der Lader auf die GPU).</translation>
    </message>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>How long the host takes to load a batch.</source>
        <translation>Wie lange der Host braucht, um einen Batch zu laden.</translation>
    </message>
    <message>
        <source>How many batches may be under way: buffers.</source>
        <translation>Wie viele Batches unterwegs sein dürfen: Puffer.</translation>
    </message>
    <message>
        <source>Batches that are loaded and computed on.</source>
        <translation>Batches, die geladen und berechnet werden.</translation>
    </message>
    <message>
        <source>Batch</source>
        <translation>Batch</translation>
    </message>
    <message>
        <source>Data of one batch.</source>
        <translation>Daten eines Batches.</translation>
    </message>
    <message>
        <source>parameter &apos;%1&apos;: %2 is no whole number of floats; use a multiple of 4</source>
        <translation>Parameter &apos;%1&apos;: %2 ist keine ganze Zahl von Floats; ein Vielfaches von 4 nehmen</translation>
    </message>
    <message>
        <source>How much data goes in, is worked on and comes back, all chunks together.</source>
        <translation>Wie viele Daten hineingehen, bearbeitet werden und zurückkommen, alle Chunks zusammen.</translation>
    </message>
    <message>
        <source>The pieces into which the data is cut. More pieces overlap more, but each operation has its own cost.</source>
        <translation>Die Stücke, in die die Daten geschnitten werden. Mehr Stücke überlappen mehr, aber jede Operation hat ihre eigenen Kosten.</translation>
    </message>
    <message>
        <source>CUDA streams. Chunk i goes to stream i modulo this number.</source>
        <translation>CUDA-Streams. Chunk i geht auf Stream i modulo diese Zahl.</translation>
    </message>
    <message>
        <source>Host memory</source>
        <translation>Host-Speicher</translation>
    </message>
    <message>
        <source>How the host side is allocated. pageable: malloc, the driver stages each copy and the host waits; pinned: cudaHostAlloc; write-combined: pinned, fast to write and very slow to read for the CPU; registered: malloc and cudaHostRegister.</source>
        <translation>Wie die Seite des Hosts angelegt wird. pageable: malloc, der Treiber führt jede Kopie über einen Zwischenpuffer, und der Host wartet; pinned: cudaHostAlloc; write-combined: gepinnt, für die CPU schnell zu schreiben und sehr langsam zu lesen; registered: malloc und cudaHostRegister.</translation>
    </message>
    <message>
        <source>serial: copy in, kernel, copy back of a chunk, then wait for it; depth-first: the same without waiting; breadth-first: all copies in, then all kernels, then all copies back.</source>
        <translation>serial: Kopie hin, Kernel, Kopie zurück eines Chunks, dann darauf warten; depth-first: ebenso ohne Warten; breadth-first: alle Kopien hin, dann alle Kernel, dann alle Kopien zurück.</translation>
    </message>
    <message>
        <source>Kernel work</source>
        <translation>Kernel-Arbeit</translation>
    </message>
    <message>
        <source>Fused multiply-adds that the kernel does on each float. More of it makes the kernels longer beside the copies.</source>
        <translation>Multiply-Adds, die der Kernel mit jedem Float macht. Mehr davon macht die Kernel neben den Kopien länger.</translation>
    </message>
    <message>
        <source>Priorities</source>
        <translation>Prioritäten</translation>
    </message>
    <message>
        <source>Stream priorities, one per stream, repeated when there are more streams. A lower number is more urgent; the device&apos;s properties say how far it goes. Priorities act on kernels, not on copies.</source>
        <translation>Stream-Prioritäten, eine je Stream, wiederholt, wenn es mehr Streams gibt. Eine kleinere Zahl ist dringender; die Eigenschaften des Geräts sagen, wie weit es geht. Prioritäten wirken auf Kernel, nicht auf Kopien.</translation>
    </message>
    <message>
        <source>Stream flags</source>
        <translation>Stream-Flags</translation>
    </message>
    <message>
        <source>blocking: the stream waits for work on the default (NULL) stream and the other way round; non-blocking: it does not. It matters only beside work on the default stream.</source>
        <translation>blocking: der Stream wartet auf Arbeit auf dem Default-Stream (NULL) und umgekehrt; non-blocking: nicht. Das zählt nur neben Arbeit auf dem Default-Stream.</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Blöcke</translation>
    </message>
    <message>
        <source>Blocks of a kernel. With the shared memory that a block takes by default, one block fits on an SM of the H200, so this many of its 132 SMs are taken.</source>
        <translation>Blöcke eines Kernels. Mit dem Shared Memory, das ein Block ohne weiteres nimmt, passt ein Block auf ein SM des H200, so viele seiner 132 SMs sind also belegt.</translation>
    </message>
    <message>
        <source>Block duration</source>
        <translation>Blockdauer</translation>
    </message>
    <message>
        <source>How long each block of a spin kernel runs.</source>
        <translation>Wie lange jeder Block eines Spin-Kernels läuft.</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>Dynamic shared memory of each block. More than half of what an SM has keeps a second block away from it, so that the number of blocks is the number of SMs; the device&apos;s properties say how much that is.</source>
        <translation>Dynamisches Shared Memory jedes Blocks. Mehr als die Hälfte dessen, was ein SM hat, hält einen zweiten Block von ihm fern, sodass die Zahl der Blöcke die Zahl der SMs ist; die Eigenschaften des Geräts sagen, wie viel das ist.</translation>
    </message>
    <message>
        <source>Stream priorities</source>
        <translation>Stream-Prioritäten</translation>
    </message>
    <message>
        <source>A small urgent kernel, or copy, arrives while a long one runs: when does it get its turn?</source>
        <translation>Ein kleiner dringender Kernel, oder eine Kopie, kommt an, während ein langer läuft: wann ist er an der Reihe?</translation>
    </message>
    <message>
        <source>A long kernel runs on the stream &apos;background&apos;: its blocks need the SMs several times over (waves). A little later the host launches a small kernel on the stream &apos;urgent&apos;. Priority decides who gets the SMs when blocks end, and nothing before that: a running block is never stopped.

Look at where the urgent kernel starts. With priorities 0,-5 it starts when the current wave ends, and the long kernel goes on behind it. With equal priorities it waits until the last wave of the long kernel leaves room. So the delay of an urgent kernel is up to one block duration of the others: short blocks make a device responsive, priority alone does not.

Try: priorities 0 against 0,-5; blocks of 100 µs and of 5 ms; one wave (there is no boundary to act at); blocks that leave some SMs free (the urgent kernel starts at once); work copies (the copies of the urgent stream wait for those before them in the copy engine: priority does not act on copies).</source>
        <translation>Ein langer Kernel läuft auf dem Stream &apos;background&apos;: seine Blöcke brauchen die SMs mehrmals hintereinander (Wellen). Etwas später startet der Host einen kleinen Kernel auf dem Stream &apos;urgent&apos;. Die Priorität entscheidet, wer die SMs bekommt, wenn Blöcke enden, und vorher nichts: ein laufender Block wird nie angehalten.

Darauf achten, wo der dringende Kernel startet. Mit priorities 0,-5 startet er, wenn die laufende Welle endet, und der lange Kernel macht dahinter weiter. Mit gleichen Prioritäten wartet er, bis die letzte Welle des langen Kernels Platz lässt. Die Verzögerung eines dringenden Kernels ist also bis zu eine Blockdauer der anderen: kurze Blöcke machen ein Gerät schnell ansprechbar, Priorität allein nicht.

Ausprobieren: priorities 0 gegen 0,-5; Blöcke von 100 µs und von 5 ms; eine Welle (es gibt keine Grenze, an der etwas wirken könnte); Blöcke, die einige SMs frei lassen (der dringende Kernel startet sofort); work copies (die Kopien des dringenden Streams warten auf die davor in der Copy Engine: Priorität wirkt nicht auf Kopien).</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>kernels: a long and a small one; copies: a row of copies to the device (one for each wave) and a single one, each of the same size.</source>
        <translation>kernels: ein langer und ein kleiner; copies: eine Reihe von Kopien zum Gerät (eine je Welle) und eine einzelne, alle gleich groß.</translation>
    </message>
    <message>
        <source>Waves</source>
        <translation>Wellen</translation>
    </message>
    <message>
        <source>How many times over the long kernel needs the SMs; with copies, how many the background stream makes.</source>
        <translation>Wie viele Male der lange Kernel die SMs braucht; bei Kopien, wie viele der Hintergrund-Stream macht.</translation>
    </message>
    <message>
        <source>Blocks of one wave: the SMs of the device, where a block takes more than half of an SM&apos;s shared memory. 132 suits the H200.</source>
        <translation>Blöcke einer Welle: die SMs des Geräts, wo ein Block mehr als die Hälfte des Shared Memory eines SM nimmt. 132 passt zum H200.</translation>
    </message>
    <message>
        <source>Urgent blocks</source>
        <translation>Dringende Blöcke</translation>
    </message>
    <message>
        <source>Blocks of the small kernel.</source>
        <translation>Blöcke des kleinen Kernels.</translation>
    </message>
    <message>
        <source>Arrival</source>
        <translation>Ankunft</translation>
    </message>
    <message>
        <source>How long the host works between the two launches.</source>
        <translation>Wie lange der Host zwischen den zwei Starts arbeitet.</translation>
    </message>
    <message>
        <source>Data of each copy, where the work is copies.</source>
        <translation>Daten jeder Kopie, wo die Arbeit Kopien sind.</translation>
    </message>
    <message>
        <source>Swimming in streams</source>
        <translation>In Streams schwimmen</translation>
    </message>
    <message>
        <source>Matrix products, copies back and copies in on three streams: which overlap, with blocking copies and without?</source>
        <translation>Matrixprodukte, Kopien zurück und Kopien hin auf drei Streams: was überlappt sich, mit blockierenden Kopien und ohne?</translation>
    </message>
    <message>
        <source>Three streams with nothing in common: matrix products on the first, copies to the host on the second, copies to the device on the third. The host issues all products, then all copies back, then all copies in. Three engines can work at once, so the run could be as short as the longest of the three.

Look at when the copies in begin. With blocking copies (non_blocking no: the host waits for its stream after each copy, as tensor.to() does without non_blocking=True) the products still run beside the copies, because they were all issued before; but the first copy in is issued when the last copy back is done, so the two directions never meet. Without blocking, all three overlap, and each direction slows the other a little.

Try: non_blocking no against yes; pageable memory with non_blocking yes (the driver stages each copy and holds the host in it: the flag alone does not help); fewer products (the copies become the bound).</source>
        <translation>Drei Streams, die nichts gemeinsam haben: Matrixprodukte auf dem ersten, Kopien zum Host auf dem zweiten, Kopien zum Gerät auf dem dritten. Der Host löst alle Produkte aus, dann alle Kopien zurück, dann alle Kopien hin. Drei Engines können zugleich arbeiten, der Lauf könnte also so kurz sein wie das Längste der drei.

Darauf achten, wann die Kopien hin beginnen. Mit blockierenden Kopien (non_blocking no: der Host wartet nach jeder Kopie auf ihren Stream, wie tensor.to() ohne non_blocking=True) laufen die Produkte immer noch neben den Kopien, weil sie alle vorher ausgelöst wurden; aber die erste Kopie hin wird ausgelöst, wenn die letzte Kopie zurück fertig ist, sodass sich die zwei Richtungen nie treffen. Ohne Blockieren überlappen sich alle drei, und jede Richtung bremst die andere ein wenig.

Ausprobieren: non_blocking no gegen yes; Pageable-Speicher mit non_blocking yes (der Treiber führt jede Kopie über einen Zwischenpuffer und hält den Host darin fest: das Flag allein hilft nicht); weniger Produkte (die Kopien werden die Schranke).</translation>
    </message>
    <message>
        <source>Non-blocking copies</source>
        <translation>Nicht blockierende Kopien</translation>
    </message>
    <message>
        <source>no: the host waits for the stream after each copy; yes: it goes on at once.</source>
        <translation>no: der Host wartet nach jeder Kopie auf den Stream; yes: er macht sofort weiter.</translation>
    </message>
    <message>
        <source>Matrix products</source>
        <translation>Matrixprodukte</translation>
    </message>
    <message>
        <source>How many products the first stream has.</source>
        <translation>Wie viele Produkte der erste Stream hat.</translation>
    </message>
    <message>
        <source>Copies each way</source>
        <translation>Kopien je Richtung</translation>
    </message>
    <message>
        <source>How many copies the second and the third stream have.</source>
        <translation>Wie viele Kopien der zweite und der dritte Stream haben.</translation>
    </message>
    <message>
        <source>Matrix side</source>
        <translation>Seite der Matrix</translation>
    </message>
    <message>
        <source>Rows and columns of the matrices of floats that are multiplied and copied.</source>
        <translation>Zeilen und Spalten der Float-Matrizen, die multipliziert und kopiert werden.</translation>
    </message>
    <message>
        <source>Tensor cores and CUDA cores</source>
        <translation>Tensor-Kerne und CUDA-Kerne</translation>
    </message>
    <message>
        <source>Matrix products on the tensor cores of one stream, arithmetic on the CUDA cores of another: do they run at once?</source>
        <translation>Matrixprodukte auf den Tensor-Kernen eines Streams, Arithmetik auf den CUDA-Kernen eines anderen: laufen sie zugleich?</translation>
    </message>
    <message>
        <source>One stream multiplies matrices on the tensor cores, the other cubes the elements of an array on the CUDA cores (two multiply-adds each: it waits for memory most of the time). They are different units of the same SM, so both kernels can run at once if they leave each other room: the blocks of each take a quarter of the threads of every SM.

Look at how long each stream takes alone (work tensor, then cuda) and beside the other (both). As long as the sum of the two is what a run of both takes, nothing was won; the less it takes, the more the units worked side by side.

Try: CUDA-core work 4096. Then the cubes are bound by the multipliers, and on an H200 nothing is won: both kinds of instruction compete for what feeds them, although the bars overlap. Blocks 1056 (the first kernel fills the SMs and leaves nothing for the other); precision tf32, which takes more than twice as long; one kind of work alone.</source>
        <translation>Ein Stream multipliziert Matrizen auf den Tensor-Kernen, der andere nimmt die Elemente eines Feldes auf den CUDA-Kernen in die dritte Potenz (je zwei Multiply-Adds: er wartet meist auf den Speicher). Das sind verschiedene Einheiten desselben SM, also können beide Kernel zugleich laufen, wenn sie einander Platz lassen: die Blöcke jedes belegen ein Viertel der Threads jedes SM.

Darauf achten, wie lange jeder Stream allein braucht (work tensor, dann cuda) und neben dem anderen (both). Solange ein Lauf von beiden so lang dauert wie die Summe der zwei, ist nichts gewonnen; je weniger er dauert, desto mehr arbeiteten die Einheiten nebeneinander.

Ausprobieren: CUDA-Kern-Arbeit 4096. Dann sind die Multiplizierer die Schranke der Potenzen, und auf einem H200 ist nichts gewonnen: beide Arten von Befehlen konkurrieren um das, was sie versorgt, obwohl sich die Balken überlappen. Blöcke 1056 (der erste Kernel füllt die SMs und lässt dem anderen nichts); precision tf32, das mehr als doppelt so lang dauert; eine Art von Arbeit allein.</translation>
    </message>
    <message>
        <source>Blocks of 256 threads of each kernel. 264 are 2 on each of the 132 SMs of the H200, a quarter of the threads that an SM holds.</source>
        <translation>Blöcke zu 256 Threads jedes Kernels. 264 sind 2 auf jedem der 132 SMs des H200, ein Viertel der Threads, die ein SM fasst.</translation>
    </message>
    <message>
        <source>CUDA-core work</source>
        <translation>CUDA-Kern-Arbeit</translation>
    </message>
    <message>
        <source>Which of the two streams has its kernels.</source>
        <translation>Welcher der zwei Streams seine Kernel hat.</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>What the tensor cores multiply.</source>
        <translation>Was die Tensor-Kerne multiplizieren.</translation>
    </message>
    <message>
        <source>Kernels of each stream.</source>
        <translation>Kernel jedes Streams.</translation>
    </message>
    <message>
        <source>Tensor work</source>
        <translation>Tensor-Arbeit</translation>
    </message>
    <message>
        <source>Multiply-adds for each result of a tensor kernel.</source>
        <translation>Multiply-Adds für jedes Ergebnis eines Tensor-Kernels.</translation>
    </message>
    <message>
        <source>Transfer size</source>
        <translation>Transfergröße</translation>
    </message>
    <message>
        <source>One copy per size: what does the first byte cost, and from which size on does the link run at its full rate?</source>
        <translation>Eine Kopie je Größe: was kostet das erste Byte, und ab welcher Größe läuft die Verbindung mit voller Rate?</translation>
    </message>
    <message>
        <source>For every size there is one copy to the device and one back, each alone: the host waits in between. A copy takes a fixed time (the latency, some microseconds) and then bytes at the rate of the link. Small copies are all latency, large ones all rate; half of the rate is reached where both are equal, about 200 KiB on a PCIe 5 H200.

Look at the GB/s of each copy, and at how long its call held the host. From pageable memory the host is held until the data is staged; a copy to the device of at most 64 KiB is the exception, its call returns before the copy is done. Pageable copies reach a third of the rate of pinned ones, and less where the buffer does not fit the caches.

Try: host_memory pageable, pinned, write-combined, registered (the last two copy like pinned memory); the largest size 1 GiB; a sweep over host_memory.</source>
        <translation>Für jede Größe gibt es eine Kopie zum Gerät und eine zurück, jede allein: der Host wartet dazwischen. Eine Kopie braucht eine feste Zeit (die Latenz, einige Mikrosekunden) und dann Bytes mit der Rate der Verbindung. Kleine Kopien sind ganz Latenz, große ganz Rate; die halbe Rate ist erreicht, wo beide gleich sind, etwa 200 KiB auf einem H200 mit PCIe 5.

Auf die GB/s jeder Kopie achten und darauf, wie lange ihr Aufruf den Host aufhielt. Bei Pageable-Speicher wird der Host festgehalten, bis die Daten im Zwischenpuffer sind; eine Kopie zum Gerät von höchstens 64 KiB ist die Ausnahme, ihr Aufruf kehrt zurück, bevor die Kopie fertig ist. Pageable-Kopien erreichen ein Drittel der Rate von Pinned-Kopien, und weniger, wo der Puffer nicht in die Caches passt.

Ausprobieren: host_memory pageable, pinned, write-combined, registered (die letzten beiden kopieren wie Pinned-Speicher); die größte Größe 1 GiB; ein Sweep über host_memory.</translation>
    </message>
    <message>
        <source>Smallest copy</source>
        <translation>Kleinste Kopie</translation>
    </message>
    <message>
        <source>Where the row of sizes begins.</source>
        <translation>Wo die Reihe der Größen beginnt.</translation>
    </message>
    <message>
        <source>Largest copy</source>
        <translation>Größte Kopie</translation>
    </message>
    <message>
        <source>Where it ends.</source>
        <translation>Wo sie endet.</translation>
    </message>
    <message>
        <source>Growth</source>
        <translation>Wachstum</translation>
    </message>
    <message>
        <source>How many times larger the next size is.</source>
        <translation>Wievielmal so groß die nächste Größe ist.</translation>
    </message>
    <message>
        <source>parameter &apos;smallest_bytes&apos;: %1 is more than &apos;largest_bytes&apos;, %2</source>
        <translation>Parameter &apos;smallest_bytes&apos;: %1 ist mehr als &apos;largest_bytes&apos;, %2</translation>
    </message>
    <message>
        <source>A pool that keeps its memory</source>
        <translation>Ein Pool, der seinen Speicher behält</translation>
    </message>
    <message>
        <source>The same from a pool whose release threshold is as large as possible: only the first step is slow.</source>
        <translation>Dasselbe aus einem Pool mit der größtmöglichen Freigabeschwelle: nur der erste Schritt ist langsam.</translation>
    </message>
    <message>
        <source>cudaMalloc in the loop</source>
        <translation>cudaMalloc in der Schleife</translation>
    </message>
    <message>
        <source>Twenty steps that allocate and free. Compare the allocators malloc, async-0 and async-max.</source>
        <translation>Zwanzig Schritte, die anlegen und freigeben. Die Allokatoren malloc, async-0 und async-max vergleichen.</translation>
    </message>
    <message>
        <source>Balanced pipeline</source>
        <translation>Ausgewogene Pipeline</translation>
    </message>
    <message>
        <source>256 MiB in 16 chunks on 4 streams, pinned, depth-first, with kernels as long as the copies: three engines work at once.</source>
        <translation>256 MiB in 16 Chunks auf 4 Streams, gepinnt, depth-first, mit Kernels so lang wie die Kopien: drei Engines arbeiten zugleich.</translation>
    </message>
    <message>
        <source>Both directions at once</source>
        <translation>Beide Richtungen zugleich</translation>
    </message>
    <message>
        <source>256 MiB each way in eight copies from and to pinned memory. Compare directions h2d, d2h and both: what does each cost the other?</source>
        <translation>256 MiB in jede Richtung, in acht Kopien mit Pinned-Speicher. directions h2d, d2h und both vergleichen: was kostet jede die andere?</translation>
    </message>
    <message>
        <source>Kernels side by side</source>
        <translation>Kernel nebeneinander</translation>
    </message>
    <message>
        <source>Eight kernels of 16 blocks on eight streams: together they take 128 of the 132 SMs of an H200 and run at the same time. On one stream (streams 1) they follow each other.</source>
        <translation>Acht Kernel zu 16 Blöcken auf acht Streams: zusammen belegen sie 128 der 132 SMs eines H200 und laufen gleichzeitig. Auf einem Stream (streams 1) folgen sie aufeinander.</translation>
    </message>
    <message>
        <source>One kernel on the NULL stream</source>
        <translation>Ein Kernel auf dem NULL-Stream</translation>
    </message>
    <message>
        <source>Eight kernels on eight blocking streams with a short one on the NULL stream in the middle: four run, then the intruder, then four. With non-blocking streams all eight run at once.</source>
        <translation>Acht Kernel auf acht blockierenden Streams mit einem kurzen auf dem NULL-Stream in der Mitte: vier laufen, dann der Eindringling, dann vier. Mit nicht blockierenden Streams laufen alle acht zugleich.</translation>
    </message>
    <message>
        <source>A wait is missing</source>
        <translation>Ein Warten fehlt</translation>
    </message>
    <message>
        <source>Texture, relevance, allocation; the second stage does not wait for the first. Shorter, and wrong: the findings name both kernels and the wait.</source>
        <translation>Textur, Relevanz, Allokation; die zweite Stufe wartet nicht auf die erste. Kürzer, und falsch: die Befunde nennen beide Kernel und das Warten.</translation>
    </message>
    <message>
        <source>Preprocess, encode, decode</source>
        <translation>Vorverarbeiten, kodieren, dekodieren</translation>
    </message>
    <message>
        <source>Eight batches through three stages on three streams, joined by events: three batches are in work at a time.</source>
        <translation>Acht Batches durch drei Stufen auf drei Streams, durch Events verbunden: drei Batches sind zugleich in Arbeit.</translation>
    </message>
    <message>
        <source>Cold and warm</source>
        <translation>Kalt und warm</translation>
    </message>
    <message>
        <source>Two rounds without a warm-up: the first one gets the pool&apos;s memory from the system.</source>
        <translation>Zwei Runden ohne Aufwärmen: die erste bekommt den Speicher des Pools vom System.</translation>
    </message>
    <message>
        <source>Whole frames</source>
        <translation>Ganze Bilder</translation>
    </message>
    <message>
        <source>Ten frames of 16 MiB on four streams: the kernel of one frame, the copy in of the next and the copy back of the last at the same time. On one stream it takes nearly twice as long.</source>
        <translation>Zehn Bilder zu 16 MiB auf vier Streams: der Kernel eines Bilds, die Kopie hin des nächsten und die Kopie zurück des letzten zugleich. Auf einem Stream dauert es fast doppelt so lang.</translation>
    </message>
    <message>
        <source>Buckets of 25 MB on two GPUs</source>
        <translation>Buckets von 25 MB auf zwei GPUs</translation>
    </message>
    <message>
        <source>24 layers of 16 MB of gradients each, reduced in buckets while the next layers are computed. Needs two GPUs; with one, take a simulated device.</source>
        <translation>24 Schichten mit je 16 MB Gradienten, in Buckets reduziert, während die nächsten Schichten berechnet werden. Braucht zwei GPUs; mit einer ein simuliertes Gerät nehmen.</translation>
    </message>
    <message>
        <source>Breadth-first has no false dependencies</source>
        <translation>Breite zuerst hat keine falschen Abhängigkeiten</translation>
    </message>
    <message>
        <source>The same kernels, all first ones before all second ones: no stream waits for another stream&apos;s kernels, with any number of connections.</source>
        <translation>Dieselben Kernel, alle ersten vor allen zweiten: kein Stream wartet auf die Kernel eines anderen, mit jeder Zahl von Verbindungen.</translation>
    </message>
    <message>
        <source>False dependencies</source>
        <translation>Falsche Abhängigkeiten</translation>
    </message>
    <message>
        <source>32 streams of two kernels through 8 hardware queues: 5 kernel times instead of 2. With connections 1 it is 33, with 32 it is 2.</source>
        <translation>32 Streams zu zwei Kernels durch 8 Hardware-Warteschlangen: 5 Kernelzeiten statt 2. Mit connections 1 sind es 33, mit 32 sind es 2.</translation>
    </message>
    <message>
        <source>The CPU works while a kernel runs</source>
        <translation>Die CPU arbeitet, während ein Kernel läuft</translation>
    </message>
    <message>
        <source>Four rounds of a 2 ms kernel and 1 ms of work of the host in its shadow. With overlap no, a round takes 3 ms.</source>
        <translation>Vier Runden aus einem Kernel von 2 ms und 1 ms Arbeit des Hosts in seinem Schatten. Mit overlap no dauert eine Runde 3 ms.</translation>
    </message>
    <message>
        <source>cudaFree between two kernels</source>
        <translation>cudaFree zwischen zwei Kernels</translation>
    </message>
    <message>
        <source>The second kernel comes when the first one is done, because cudaFree in between waits for the device. Try the other intruders.</source>
        <translation>Der zweite Kernel kommt, wenn der erste fertig ist, weil cudaFree dazwischen auf das Gerät wartet. Die anderen Eindringlinge ausprobieren.</translation>
    </message>
    <message>
        <source>Large pipeline</source>
        <translation>Große Pipeline</translation>
    </message>
    <message>
        <source>256 MiB in 16 chunks on 4 streams, pinned, depth-first: both copy engines are busy nearly all the time, and the kernels hide under them.</source>
        <translation>256 MiB in 16 Chunks auf 4 Streams, gepinnt, depth-first: beide Copy Engines sind fast immer belegt, und die Kernel verschwinden unter ihnen.</translation>
    </message>
    <message>
        <source>The same as a graph</source>
        <translation>Dasselbe als Graph</translation>
    </message>
    <message>
        <source>One call for all 200 kernels: what is left is the GPU&apos;s own time from kernel to kernel.</source>
        <translation>Ein Aufruf für alle 200 Kernel: übrig bleibt die eigene Zeit der GPU von Kernel zu Kernel.</translation>
    </message>
    <message>
        <source>200 kernels of one microsecond</source>
        <translation>200 Kernel von einer Mikrosekunde</translation>
    </message>
    <message>
        <source>The host cannot launch them as fast as they end. As a graph they take one call.</source>
        <translation>Der Host kann sie nicht so schnell starten, wie sie enden. Als Graph brauchen sie einen Aufruf.</translation>
    </message>
    <message>
        <source>What the first kernel leaves over</source>
        <translation>Was der erste Kernel übrig lässt</translation>
    </message>
    <message>
        <source>Two kernels of 99 blocks, three quarters of the 132 SMs of an H200. The second starts on the quarter that is left and needs another wave: 1.5 kernels at a time. With 66 blocks both run at once, with 132 one after the other.</source>
        <translation>Zwei Kernel von 99 Blöcken, drei Viertel der 132 SMs eines H200. Der zweite startet auf dem übrigen Viertel und braucht eine weitere Welle: 1.5 Kernel zugleich. Mit 66 Blöcken laufen beide zugleich, mit 132 nacheinander.</translation>
    </message>
    <message>
        <source>Two products, mended</source>
        <translation>Zwei Produkte, berichtigt</translation>
    </message>
    <message>
        <source>Two events and two waits more: the third stream starts when both products are done.</source>
        <translation>Zwei Events und zweimal Warten mehr: der dritte Stream startet, wenn beide Produkte fertig sind.</translation>
    </message>
    <message>
        <source>Two products, as published</source>
        <translation>Zwei Produkte, wie veröffentlicht</translation>
    </message>
    <message>
        <source>The third stream uses both results and waits for neither.</source>
        <translation>Der dritte Stream benutzt beide Ergebnisse und wartet auf keins.</translation>
    </message>
    <message>
        <source>Overlap on a Tesla C1060</source>
        <translation>Überlappung auf einer Tesla C1060</translation>
    </message>
    <message>
        <source>The workload of NVIDIA&apos;s async.cu (16 MiB in 4 chunks on 4 streams) on a simulated Tesla C1060. issue_order serial is the published sequential version (12.92 ms), depth-first is V1 (13.64 ms), breadth-first is V2 (8.85 ms). One copy engine serves both directions: depth-first gains nothing.</source>
        <translation>Die Arbeit von NVIDIAs async.cu (16 MiB in 4 Chunks auf 4 Streams) auf einer simulierten Tesla C1060. issue_order serial ist die veröffentlichte sequenzielle Fassung (12.92 ms), depth-first ist V1 (13.64 ms), breadth-first ist V2 (8.85 ms). Eine Copy Engine bedient beide Richtungen: depth-first gewinnt nichts.</translation>
    </message>
    <message>
        <source>Overlap on a Tesla C2050</source>
        <translation>Überlappung auf einer Tesla C2050</translation>
    </message>
    <message>
        <source>The workload of NVIDIA&apos;s async.cu (16 MiB in 4 chunks on 4 streams) on a simulated Tesla C2050. issue_order serial is the published sequential version (9.98 ms), depth-first is V1 (5.74 ms), breadth-first is V2 (7.60 ms). Two copy engines, but back-to-back kernels hold their completion signal: breadth-first is the worse one.</source>
        <translation>Die Arbeit von NVIDIAs async.cu (16 MiB in 4 Chunks auf 4 Streams) auf einer simulierten Tesla C2050. issue_order serial ist die veröffentlichte sequenzielle Fassung (9.98 ms), depth-first ist V1 (5.74 ms), breadth-first ist V2 (7.60 ms). Zwei Copy Engines, aber Kernel direkt hintereinander halten ihr Fertigsignal zurück: breadth-first ist schlechter.</translation>
    </message>
    <message>
        <source>Overlap on this machine</source>
        <translation>Überlappung auf dieser Maschine</translation>
    </message>
    <message>
        <source>The workload of NVIDIA&apos;s async.cu (16 MiB in 4 chunks on 4 streams) on the default device: the GPU where there is one, a simulated H200 elsewhere. Compare issue_order serial, depth-first and breadth-first.</source>
        <translation>Die Arbeit von NVIDIAs async.cu (16 MiB in 4 Chunks auf 4 Streams) auf dem Standardgerät: der GPU, wo es eine gibt, sonst einem simulierten H200. issue_order serial, depth-first und breadth-first vergleichen.</translation>
    </message>
    <message>
        <source>Overlap on a Tesla K20c</source>
        <translation>Überlappung auf einer Tesla K20c</translation>
    </message>
    <message>
        <source>The workload of NVIDIA&apos;s async.cu (16 MiB in 4 chunks on 4 streams) on a simulated Tesla K20c. issue_order serial is the published sequential version (7.10 ms), depth-first is V1 (3.97 ms), breadth-first is V2 (3.97 ms). With several hardware queues both orders do equally well.</source>
        <translation>Die Arbeit von NVIDIAs async.cu (16 MiB in 4 Chunks auf 4 Streams) auf einer simulierten Tesla K20c. issue_order serial ist die veröffentlichte sequenzielle Fassung (7.10 ms), depth-first ist V1 (3.97 ms), breadth-first ist V2 (3.97 ms). Mit mehreren Hardware-Warteschlangen sind beide Reihenfolgen gleich gut.</translation>
    </message>
    <message>
        <source>From one GPU to another</source>
        <translation>Von einer GPU zur anderen</translation>
    </message>
    <message>
        <source>256 MiB from device 0 to device 1, directly. With peer_access no the driver stages it through the host. Needs two GPUs; with one, take a simulated device.</source>
        <translation>256 MiB von Gerät 0 zu Gerät 1, direkt. Mit peer_access no führt sie der Treiber über den Host. Braucht zwei GPUs; mit einer ein simuliertes Gerät nehmen.</translation>
    </message>
    <message>
        <source>Pinned against pageable memory</source>
        <translation>Pinned gegen Pageable</translation>
    </message>
    <message>
        <source>The pipeline from pageable memory: the driver stages every copy and holds the host in it, so nothing overlaps. Change host memory to pinned and run again: the same work takes a fraction of the time.</source>
        <translation>Die Pipeline mit Pageable-Speicher: der Treiber führt jede Kopie über einen Zwischenpuffer und hält den Host darin fest, sodass sich nichts überlappt. Host-Speicher auf pinned stellen und noch einmal ausführen: dieselbe Arbeit dauert einen Bruchteil der Zeit.</translation>
    </message>
    <message>
        <source>A loop that prints its loss</source>
        <translation>Eine Schleife, die ihren Loss ausgibt</translation>
    </message>
    <message>
        <source>The same, synchronised at the end of every step: loading and computing take turns at any depth.</source>
        <translation>Dasselbe, am Ende jedes Schritts synchronisiert: Laden und Rechnen wechseln sich bei jeder Tiefe ab.</translation>
    </message>
    <message>
        <source>A loader with two buffers</source>
        <translation>Ein Lader mit zwei Puffern</translation>
    </message>
    <message>
        <source>2 ms of loading and about as much of computing per step: with two buffers the loader works while the GPU computes.</source>
        <translation>2 ms Laden und etwa ebenso viel Rechnen je Schritt: mit zwei Puffern arbeitet der Lader, während die GPU rechnet.</translation>
    </message>
    <message>
        <source>Priority does not act on copies</source>
        <translation>Priorität wirkt nicht auf Kopien</translation>
    </message>
    <message>
        <source>Eight copies of 16 MiB on one stream and one on a stream of higher priority: it waits in the copy engine until those before it are done.</source>
        <translation>Acht Kopien von 16 MiB auf einem Stream und eine auf einem Stream höherer Priorität: sie wartet in der Copy Engine, bis die davor fertig sind.</translation>
    </message>
    <message>
        <source>128 kernels at once, and no more</source>
        <translation>128 Kernel zugleich, und nicht mehr</translation>
    </message>
    <message>
        <source>160 kernels of one block of 5 ms on 160 streams. The SMs would hold them all, but a device keeps at most 128 kernels resident: the last 32 wait. Compare 128 with 160 kernels and streams.</source>
        <translation>160 Kernel zu einem Block von 5 ms auf 160 Streams. Die SMs fassten sie alle, aber ein Gerät hält höchstens 128 Kernel: die letzten 32 warten. 128 mit 160 Kernels und Streams vergleichen.</translation>
    </message>
    <message>
        <source>An urgent kernel behind a long one</source>
        <translation>Ein dringender Kernel hinter einem langen</translation>
    </message>
    <message>
        <source>A kernel of eight waves on all 132 SMs of an H200, and a small one of higher priority 200 µs later: it starts at the next block boundary. With priorities 0 it waits for the whole long kernel.</source>
        <translation>Ein Kernel von acht Wellen auf allen 132 SMs eines H200, und 200 µs später ein kleiner von höherer Priorität: er startet an der nächsten Blockgrenze. Mit priorities 0 wartet er auf den ganzen langen Kernel.</translation>
    </message>
    <message>
        <source>Swimming with blocking copies</source>
        <translation>Schwimmen mit blockierenden Kopien</translation>
    </message>
    <message>
        <source>The same with a host that waits for every copy: the products still overlap, but the first copy in is issued when the last copy back is done.</source>
        <translation>Dasselbe mit einem Host, der auf jede Kopie wartet: die Produkte überlappen sich noch, aber die erste Kopie hin wird ausgelöst, wenn die letzte Kopie zurück fertig ist.</translation>
    </message>
    <message>
        <source>200 products of 1024 x 1024 floats, 100 copies back and 100 copies in, on three streams, from pinned memory and without waiting: all three engines work at once.</source>
        <translation>200 Produkte von 1024 x 1024 Floats, 100 Kopien zurück und 100 Kopien hin, auf drei Streams, mit Pinned-Speicher und ohne Warten: alle drei Engines arbeiten zugleich.</translation>
    </message>
    <message>
        <source>Both kinds of cores at once</source>
        <translation>Beide Arten von Kernen zugleich</translation>
    </message>
    <message>
        <source>BF16 products beside cubes that wait for memory, each with a quarter of the threads of every SM. Compare with work tensor and work cuda.</source>
        <translation>BF16-Produkte neben Potenzen, die auf den Speicher warten, jedes mit einem Viertel der Threads jedes SM. Mit work tensor und work cuda vergleichen.</translation>
    </message>
    <message>
        <source>From 1 KiB to 256 MiB</source>
        <translation>Von 1 KiB bis 256 MiB</translation>
    </message>
    <message>
        <source>One copy each way per size, pinned, each alone: latency first, then the rate of the link. Compare with pageable memory, where calls of up to 64 KiB come back early.</source>
        <translation>Eine Kopie in jede Richtung je Größe, gepinnt, jede allein: erst Latenz, dann die Rate der Verbindung. Mit Pageable-Speicher vergleichen, wo Aufrufe bis 64 KiB früh zurückkehren.</translation>
    </message>
    <message>
        <source>Two-stream exercise</source>
        <translation>Übung mit zwei Streams</translation>
    </message>
    <message>
        <source>Two chunks, each copied in, worked on and copied back; every operation takes 1 ms. One after the other that is 6 ms. On two streams, with one engine per direction of copying, it is 4 ms: a speed-up of 1.50. Try one stream, or issue_order serial.</source>
        <translation>Zwei Chunks, jeder hineinkopiert, bearbeitet und zurückkopiert; jede Operation dauert 1 ms. Nacheinander sind das 6 ms. Auf zwei Streams, mit einer Engine je Kopierrichtung, sind es 4 ms: ein Speedup von 1.50. Einen Stream ausprobieren, oder issue_order serial.</translation>
    </message>
    <message>
        <source>this machine</source>
        <translation>diese Maschine</translation>
    </message>
    <message>
        <source>%1 has no program &apos;%2&apos;: is its path right, or was StreamScope moved there?</source>
        <translation>%1 hat kein Programm &apos;%2&apos;: stimmt der Pfad, oder wurde StreamScope dort verschoben?</translation>
    </message>
    <message>
        <source>the path of the file is missing</source>
        <translation>der Pfad der Datei fehlt</translation>
    </message>
    <message>
        <source>program &apos;%1&apos; of another machine: allowed: letters, digits and . _ - + /, such as /opt/streamscope/bin/streamscope; a path without / at its begin counts from the home there</source>
        <translation>Programm &apos;%1&apos; einer anderen Maschine: erlaubt: Buchstaben, Ziffern und . _ - + /, etwa /opt/streamscope/bin/streamscope; ein Pfad ohne / am Anfang zählt vom dortigen Home-Ordner aus</translation>
    </message>
    <message>
        <source>%1 cannot run &apos;%2&apos;: %3</source>
        <translation>%1 kann &apos;%2&apos; nicht ausführen: %3</translation>
    </message>
    <message>
        <source>the model of this GPU that %1 has</source>
        <translation>das Modell dieser GPU von %1</translation>
    </message>
    <message>
        <source>machine &apos;%1&apos;: %2; allowed: [USER@]HOST[:PORT], such as ada@gpu1</source>
        <translation>Maschine &apos;%1&apos;: %2; erlaubt: [USER@]HOST[:PORT], etwa ada@gpu1</translation>
    </message>
    <message>
        <source>device &apos;%1&apos;: %2; allowed: ssh://[USER@]HOST[:PORT]/DEVICE, such as ssh://gpu1/cuda:0</source>
        <translation>Gerät &apos;%1&apos;: %2; erlaubt: ssh://[USER@]HOST[:PORT]/DEVICE, etwa ssh://gpu1/cuda:0</translation>
    </message>
    <message>
        <source>trace &apos;%1&apos;: %2; allowed: ssh://[USER@]HOST[:PORT]/PATH, such as ssh://gpu1/data/trace.json.gz or ssh://gpu1/~/trace.json.gz</source>
        <translation>Trace &apos;%1&apos;: %2; erlaubt: ssh://[USER@]HOST[:PORT]/PATH, etwa ssh://gpu1/data/trace.json.gz oder ssh://gpu1/~/trace.json.gz</translation>
    </message>
    <message>
        <source>copying StreamScope to %1</source>
        <translation>StreamScope wird auf %1 kopiert</translation>
    </message>
    <message>
        <source>StreamScope was not copied: %1</source>
        <translation>StreamScope wurde nicht kopiert: %1</translation>
    </message>
    <message>
        <source>StreamScope was not copied whole: %1</source>
        <translation>StreamScope wurde nicht ganz kopiert: %1</translation>
    </message>
    <message>
        <source>The connection to %1 was lost.</source>
        <translation>Die Verbindung zu %1 ging verloren.</translation>
    </message>
    <message>
        <source>%1 on %2 is another file now: open it again</source>
        <translation>%1 auf %2 ist jetzt eine andere Datei: erneut öffnen</translation>
    </message>
    <message>
        <source>It was made again.</source>
        <translation>Sie steht wieder.</translation>
    </message>
    <message>
        <source>no code can be written for %1; run it with streamscope run</source>
        <translation>für %1 lässt sich kein Code schreiben; mit streamscope run ausführen</translation>
    </message>
    <message>
        <source>a range begins between two elements of four bytes; code cannot be written for that</source>
        <translation>ein Bereich beginnt zwischen zwei Elementen zu vier Bytes; dafür lässt sich kein Code schreiben</translation>
    </message>
    <message>
        <source>no PyTorch code can be written for a kernel of %1 elements: torch.cuda._compile_kernel passes numbers up to %2; use --language cuda</source>
        <translation>für einen Kernel mit %1 Elementen lässt sich kein PyTorch-Code schreiben: torch.cuda._compile_kernel übergibt Zahlen bis %2; --language cuda nehmen</translation>
    </message>
    <message>
        <source>no PyTorch code can be written for %1; run it with streamscope run</source>
        <translation>für %1 lässt sich kein PyTorch-Code schreiben; mit streamscope run ausführen</translation>
    </message>
    <message>
        <source>no PyTorch code can be written for devices that sum in collectives and also reach each other&apos;s memory; use --language cuda</source>
        <translation>für Geräte, die in Collectives summieren und auch den Speicher der anderen erreichen, lässt sich kein PyTorch-Code schreiben; --language cuda nehmen</translation>
    </message>
    <message>
        <source>no PyTorch code can be written for devices that sum in collectives and do different things; use --language cuda</source>
        <translation>für Geräte, die in Collectives summieren und Verschiedenes tun, lässt sich kein PyTorch-Code schreiben; --language cuda nehmen</translation>
    </message>
    <message>
        <source>; a simulated device can: --device sim:h200</source>
        <translation>; ein simuliertes Gerät kann es: --device sim:h200</translation>
    </message>
    <message>
        <source>works on %1 bytes, which its first range does not hold%2</source>
        <translation>arbeitet auf %1 Bytes, die sein erster Bereich nicht hat%2</translation>
    </message>
    <message>
        <source>needs its data on its own device; buffer &apos;%1&apos; is elsewhere</source>
        <translation>braucht seine Daten auf dem eigenen Gerät; Puffer „%1“ ist woanders</translation>
    </message>
    <message>
        <source>needs its data at a multiple of %1 bytes</source>
        <translation>braucht seine Daten an einem Vielfachen von %1 Bytes</translation>
    </message>
    <message>
        <source>needs tensor cores of compute capability 8.0%1</source>
        <translation>braucht Tensor-Cores der Compute Capability 8.0%1</translation>
    </message>
    <message>
        <source>needs whole warps: a block of a multiple of 32 threads</source>
        <translation>braucht ganze Warps: einen Block aus einem Vielfachen von 32 Threads</translation>
    </message>
    <message>
        <source>has ranks with other operations between them; a GPU needs them one behind the other%1</source>
        <translation>hat Ranks mit anderen Operationen dazwischen; eine GPU braucht sie direkt hintereinander%1</translation>
    </message>
    <message>
        <source>has ranks on several host threads; a GPU needs them on one%1</source>
        <translation>hat Ranks auf mehreren Host-Threads; eine GPU braucht sie auf einem%1</translation>
    </message>
    <message>
        <source>needs one range to read and one to write per rank, of whole floats and one size</source>
        <translation>braucht je Rank einen Bereich zum Lesen und einen zum Schreiben, aus ganzen Floats und gleich groß</translation>
    </message>
    <message>
        <source>needs one rank on each device of the program, and two devices at least%1</source>
        <translation>braucht einen Rank auf jedem Gerät des Programms, und mindestens zwei Geräte%1</translation>
    </message>
    <message>
        <source>may make the host wait for the device, which a gate holds; use submission = live</source>
        <translation>kann den Host auf das Gerät warten lassen, das ein Gate festhält; submission = live nehmen</translation>
    </message>
    <message>
        <source>is not put into a graph here; use submission = live%1</source>
        <translation>kommt hier in keinen Graphen; submission = live nehmen%1</translation>
    </message>
    <message>
        <source>a graph over several devices is not run here; use submission = live, or a simulated device: --device sim:h200</source>
        <translation>ein Graph über mehrere Geräte läuft hier nicht; submission = live nehmen, oder ein simuliertes Gerät: --device sim:h200</translation>
    </message>
    <message>
        <source>CUPTI refuses: %1</source>
        <translation>CUPTI lehnt ab: %1</translation>
    </message>
    <message>
        <source>CUPTI has no time: %1</source>
        <translation>CUPTI hat keine Zeit: %1</translation>
    </message>
    <message>
        <source>CUPTI gives no records: %1</source>
        <translation>CUPTI gibt keine Einträge: %1</translation>
    </message>
    <message>
        <source>an event that times the run was lost; run again</source>
        <translation>ein Event, das den Lauf misst, ging verloren; noch einmal ausführen</translation>
    </message>
    <message>
        <source>%1 failed: %2</source>
        <translation>%1 schlug fehl: %2</translation>
    </message>
    <message>
        <source>the simulation was given up: the run would take more than 100 days of simulated time; use fewer or shorter blocks, or fewer bytes</source>
        <translation>die Simulation wurde aufgegeben: der Lauf würde mehr als 100 Tage simulierter Zeit dauern; weniger oder kürzere Blöcke nehmen, oder weniger Bytes</translation>
    </message>
    <message>
        <source>the simulation was given up after %1 events, at %2 ms of simulated time: use fewer operations or kernels with fewer waves of blocks</source>
        <translation>die Simulation wurde nach %1 Ereignissen aufgegeben, bei %2 ms simulierter Zeit: weniger Operationen nehmen oder Kernel mit weniger Wellen von Blöcken</translation>
    </message>
    <message>
        <source>unknown clock &apos;%1&apos;; allowed: auto, events, watch, cupti</source>
        <translation>unbekannte Uhr „%1“; erlaubt: auto, events, watch, cupti</translation>
    </message>
    <message>
        <source>there is not enough memory for CUPTI&apos;s records</source>
        <translation>der Speicher reicht nicht für die Einträge von CUPTI</translation>
    </message>
    <message>
        <source>CUPTI&apos;s records were lost: %1</source>
        <translation>die Einträge von CUPTI gingen verloren: %1</translation>
    </message>
    <message>
        <source>CUPTI dropped %1 records</source>
        <translation>CUPTI hat %1 Einträge verloren</translation>
    </message>
    <message>
        <source>CUPTI did not record the kernels that align its clock</source>
        <translation>CUPTI hat die Kernel nicht aufgezeichnet, die seine Uhr ausrichten</translation>
    </message>
    <message>
        <source>CUPTI recorded %1 of %2 operations</source>
        <translation>CUPTI hat %1 von %2 Operationen aufgezeichnet</translation>
    </message>
    <message>
        <source>CUPTI&apos;s records are of other kinds than the operations</source>
        <translation>die Einträge von CUPTI sind von anderer Art als die Operationen</translation>
    </message>
    <message>
        <source>%1 left no times; it did not run</source>
        <translation>%1 hat keine Zeiten hinterlassen; nicht gelaufen</translation>
    </message>
    <message>
        <source>%1 was seen to arrive %2 us before its stream came to it</source>
        <translation>%1 kam %2 us an, bevor der Stream dort war</translation>
    </message>
    <message>
        <source>the event that times %1 was lost; run again, or use another clock</source>
        <translation>das Event, das %1 misst, ging verloren; noch einmal ausführen, oder eine andere Uhr nehmen</translation>
    </message>
    <message>
        <source>no watcher saw %1 arrive; run again, or use another clock</source>
        <translation>kein Beobachter hat %1 ankommen sehen; noch einmal ausführen, oder eine andere Uhr nehmen</translation>
    </message>
    <message>
        <source>%1 left no time stamp; it did not run</source>
        <translation>%1 hat keinen Zeitstempel hinterlassen; nicht gelaufen</translation>
    </message>
    <message>
        <source>a positive number or a list of [bytes, GB/s] with rising bytes</source>
        <translation>eine positive Zahl oder eine Liste von [Bytes, GB/s] mit steigenden Bytes</translation>
    </message>
    <message>
        <source>microseconds, or a list of [bytes, microseconds] in which both rise</source>
        <translation>Mikrosekunden, oder eine Liste von [Bytes, Mikrosekunden], in der beide steigen</translation>
    </message>
    <message>
        <source>major.minor, as &quot;9.0&quot;</source>
        <translation>major.minor, wie &quot;9.0&quot;</translation>
    </message>
    <message>
        <source>issue-order or by-stream</source>
        <translation>issue-order oder by-stream</translation>
    </message>
    <message>
        <source>a list of malloc, free, pinned_alloc, pinned_free, memset, device_copy</source>
        <translation>eine Liste aus malloc, free, pinned_alloc, pinned_free, memset, device_copy</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>eine Liste</translation>
    </message>
    <message>
        <source>a list of [share, factor] with rising shares from 0 to 1 and factors above 0</source>
        <translation>eine Liste von [Anteil, Faktor] mit steigenden Anteilen von 0 bis 1 und Faktoren über 0</translation>
    </message>
    <message>
        <source>a list of [class, microseconds or null, low, high] with rising microseconds for each class</source>
        <translation>eine Liste von [Klasse, Mikrosekunden oder null, unten, oben] mit steigenden Mikrosekunden je Klasse</translation>
    </message>
    <message>
        <source>unknown device &apos;sim:%1&apos;; allowed: cuda:N, %2, sim:PATH.json</source>
        <translation>unbekanntes Gerät „sim:%1“; erlaubt: cuda:N, %2, sim:PATH.json</translation>
    </message>
    <message>
        <source>a number, %1</source>
        <translation>eine Zahl, %1</translation>
    </message>
    <message>
        <source>a list of %1</source>
        <translation>eine Liste von %1</translation>
    </message>
    <message>
        <source>%1: unknown experiment &apos;%2&apos;; allowed: %3</source>
        <translation>%1: unbekanntes Experiment „%2“; erlaubt: %3</translation>
    </message>
    <message>
        <source>&quot;streamscope-preset&quot; or &quot;streamscope-program&quot;</source>
        <translation>&quot;streamscope-preset&quot; oder &quot;streamscope-program&quot;</translation>
    </message>
    <message>
        <source>an empty list</source>
        <translation>eine leere Liste</translation>
    </message>
    <message>
        <source>one operation at least</source>
        <translation>mindestens eine Operation</translation>
    </message>
    <message>
        <source>a text that no other stream has</source>
        <translation>ein Text, den kein anderer Stream hat</translation>
    </message>
    <message>
        <source>created, null or per-thread</source>
        <translation>created, null oder per-thread</translation>
    </message>
    <message>
        <source>blocking or non-blocking</source>
        <translation>blocking oder non-blocking</translation>
    </message>
    <message>
        <source>a text that no other buffer has</source>
        <translation>ein Text, den kein anderer Puffer hat</translation>
    </message>
    <message>
        <source>a list of names</source>
        <translation>eine Liste von Namen</translation>
    </message>
    <message>
        <source>names that differ</source>
        <translation>verschiedene Namen</translation>
    </message>
    <message>
        <source>a buffer&apos;s name or an object with &apos;buffer&apos;</source>
        <translation>der Name eines Puffers oder ein Objekt mit &apos;buffer&apos;</translation>
    </message>
    <message>
        <source>%1: a buffer needs a name</source>
        <translation>%1: ein Puffer braucht einen Namen</translation>
    </message>
    <message>
        <source>%1: buffer &apos;%2&apos; of a peer copy is not known; list it in &apos;buffers&apos; with its device</source>
        <translation>%1: Puffer „%2“ einer Peer-Kopie ist unbekannt; ihn mit seinem Gerät in &apos;buffers&apos; nennen</translation>
    </message>
    <message>
        <source>%1: buffer &apos;%2&apos; is on the %3 (%4); expected one on the %5</source>
        <translation>%1: Puffer „%2“ liegt auf: %3 (%4); erwartet wird einer auf: %5</translation>
    </message>
    <message>
        <source>%1: buffer &apos;%2&apos; is %3 (%4); host_memory %5 does not fit</source>
        <translation>%1: Puffer „%2“ ist %3 (%4); host_memory %5 passt nicht dazu</translation>
    </message>
    <message>
        <source>%1&quot;null&quot; or &quot;per-thread&quot;</source>
        <translation>%1&quot;null&quot; oder &quot;per-thread&quot;</translation>
    </message>
    <message>
        <source>a name</source>
        <translation>ein Name</translation>
    </message>
    <message>
        <source>%1: bytes %2 to %3 lie outside of buffer &apos;%4&apos;, which has %5</source>
        <translation>%1: die Bytes %2 bis %3 liegen außerhalb von Puffer „%4“, der %5 hat</translation>
    </message>
    <message>
        <source>a program file needs a different name for each %1; &apos;%2&apos; is not</source>
        <translation>eine Programmdatei braucht verschiedene Namen für jedes %1; „%2“ ist doppelt</translation>
    </message>
    <message>
        <source>names of presets</source>
        <translation>Namen von Presets</translation>
    </message>
    <message>
        <source>a list of one or more names of presets</source>
        <translation>eine Liste mit mindestens einem Namen eines Presets</translation>
    </message>
    <message>
        <source>a list of times</source>
        <translation>eine Liste von Zeiten</translation>
    </message>
    <message>
        <source>lists of %1 times</source>
        <translation>Listen von %1 Zeiten</translation>
    </message>
    <message>
        <source>an object</source>
        <translation>ein Objekt</translation>
    </message>
    <message>
        <source>%1: line %2: %3</source>
        <translation>%1: Zeile %2: %3</translation>
    </message>
    <message>
        <source>these are not the columns of this sweep; it was of another experiment or is no CSV of a sweep</source>
        <translation>das sind nicht die Spalten dieses Sweeps; er gehört zu einem anderen Experiment oder ist keine CSV-Datei eines Sweeps</translation>
    </message>
    <message>
        <source>%1 fields; the header has %2</source>
        <translation>%1 Felder; der Kopf hat %2</translation>
    </message>
    <message>
        <source>this is no row of a sweep</source>
        <translation>das ist keine Zeile eines Sweeps</translation>
    </message>
    <message>
        <source>column %1 is &apos;%2&apos; and would be &apos;%3&apos; in this sweep: the row is of another one</source>
        <translation>Spalte %1 ist „%2“ und wäre in diesem Sweep „%3“: die Zeile gehört zu einem anderen</translation>
    </message>
    <message>
        <source>%1: holds the rows of a sweep that did not end; go on with --resume %2, or remove the file</source>
        <translation>%1: enthält die Zeilen eines Sweeps, der nicht zu Ende kam; mit --resume %2 weitermachen, oder die Datei entfernen</translation>
    </message>
    <message>
        <source>%1: another process writes this sweep now</source>
        <translation>%1: ein anderer Prozess schreibt gerade diesen Sweep</translation>
    </message>
    <message>
        <source>%1: cannot be written: %2</source>
        <translation>%1: lässt sich nicht schreiben: %2</translation>
    </message>
    <message>
        <source>%1: it has no rows of a sweep; give the CSV of &apos;sweep --shard i/n --csv F&apos;, or F.partial</source>
        <translation>%1: hat keine Zeilen eines Sweeps; die CSV-Datei von &apos;sweep --shard i/n --csv F&apos; angeben, oder F.partial</translation>
    </message>
    <message>
        <source>%1: these are not the columns of a sweep; give the CSV of &apos;sweep --shard i/n --csv F&apos;</source>
        <translation>%1: das sind nicht die Spalten eines Sweeps; die CSV-Datei von &apos;sweep --shard i/n --csv F&apos; angeben</translation>
    </message>
    <message>
        <source>%1: these are not the columns of %2: the sweep is of another experiment</source>
        <translation>%1: das sind nicht die Spalten von %2: der Sweep gehört zu einem anderen Experiment</translation>
    </message>
    <message>
        <source>%1: %2 fields; the header has %3</source>
        <translation>%1: %2 Felder; der Kopf hat %3</translation>
    </message>
    <message>
        <source>%1: index &apos;%2&apos; is no whole number below %3</source>
        <translation>%1: Index „%2“ ist keine ganze Zahl unter %3</translation>
    </message>
    <message>
        <source>%1: configuration %2 has other values in another file: they are parts of different sweeps</source>
        <translation>%1: Konfiguration %2 hat in einer anderen Datei andere Werte: sie sind Teile verschiedener Sweeps</translation>
    </message>
    <message>
        <source>a picture needs all configurations; %1 of %2 are there</source>
        <translation>ein Bild braucht alle Konfigurationen; %1 von %2 sind da</translation>
    </message>
    <message>
        <source>a picture shows one device; these rows are of %1 and %2</source>
        <translation>ein Bild zeigt ein Gerät; diese Zeilen sind von %1 und %2</translation>
    </message>
    <message>
        <source>%1: no experiment of this version has these columns, so the sweep cannot be drawn</source>
        <translation>%1: kein Experiment dieser Version hat diese Spalten, also lässt sich der Sweep nicht zeichnen</translation>
    </message>
    <message>
        <source>%1: is larger than %2, the limit for presets, programs and profiles: they take %3 times their size of memory; --memory-limit SIZE sets how much they may take</source>
        <translation>%1: ist größer als %2, die Grenze für Presets, Programme und Profile: sie brauchen das %3-fache ihrer Größe an Speicher; --memory-limit SIZE setzt, wie viel es sein darf</translation>
    </message>
    <message>
        <source>the name of a file to write is empty</source>
        <translation>der Name einer zu schreibenden Datei ist leer</translation>
    </message>
    <message>
        <source>no permission</source>
        <translation>keine Berechtigung</translation>
    </message>
    <message>
        <source>there is no folder %1</source>
        <translation>es gibt keinen Ordner %1</translation>
    </message>
    <message>
        <source>it is a folder&apos;s name, not a file&apos;s</source>
        <translation>das ist der Name eines Ordners, keiner Datei</translation>
    </message>
    <message>
        <source>no permission for a new file in its folder</source>
        <translation>keine Berechtigung für eine neue Datei in diesem Ordner</translation>
    </message>
    <message>
        <source>two outputs are one file: %1</source>
        <translation>zwei Ausgaben sind eine Datei: %1</translation>
    </message>
    <message>
        <source>two outputs are one file: %1 and %2</source>
        <translation>zwei Ausgaben sind eine Datei: %1 und %2</translation>
    </message>
    <message>
        <source>%1: the gzip data is broken: %2</source>
        <translation>%1: die gzip-Daten sind beschädigt: %2</translation>
    </message>
    <message>
        <source>%1: the gzip data is broken</source>
        <translation>%1: die gzip-Daten sind beschädigt</translation>
    </message>
    <message>
        <source>%1: the gzip data ends too early: the file is truncated</source>
        <translation>%1: die gzip-Daten enden zu früh: die Datei ist abgeschnitten</translation>
    </message>
    <message>
        <source>%1: the gzip data unpacks to more than %2 times its size: this is no trace</source>
        <translation>%1: die gzip-Daten entpacken sich auf mehr als das %2-fache: das ist kein Trace</translation>
    </message>
    <message>
        <source>at byte %1 of the packed file</source>
        <translation>bei Byte %1 der gepackten Datei</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>es gibt keine solche Datei</translation>
    </message>
    <message>
        <source>it is a folder, not a file</source>
        <translation>das ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>lässt sich nicht lesen: %1</translation>
    </message>
    <message>
        <source>%1: needs more memory than the limit of %2; --memory-limit SIZE sets another one</source>
        <translation>%1: braucht mehr Speicher als die Grenze von %2; --memory-limit SIZE setzt eine andere</translation>
    </message>
    <message>
        <source>%1: needs more memory than the limit of %2, three quarters of what is available; --memory-limit SIZE sets another one</source>
        <translation>%1: braucht mehr Speicher als die Grenze von %2, drei Viertel dessen, was frei ist; --memory-limit SIZE setzt eine andere</translation>
    </message>
    <message>
        <source>%1: cannot be written: its links lead in a circle</source>
        <translation>%1: lässt sich nicht schreiben: seine Links führen im Kreis</translation>
    </message>
    <message>
        <source>%1: cannot be written: it is a folder, not a file</source>
        <translation>%1: lässt sich nicht schreiben: das ist ein Ordner, keine Datei</translation>
    </message>
    <message>
        <source>an operator or the end</source>
        <translation>ein Operator oder das Ende</translation>
    </message>
    <message>
        <source>it is nested more than %1 deep</source>
        <translation>tiefer als %1 verschachtelt</translation>
    </message>
    <message>
        <source>%1 is missing before %2</source>
        <translation>%1 fehlt vor %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is %2; %3 takes conditions</source>
        <translation>„%1“ ist %2; %3 nimmt Bedingungen</translation>
    </message>
    <message>
        <source>&apos;-&apos; takes a number or a time, not &apos;%1&apos;</source>
        <translation>&apos;-&apos; nimmt eine Zahl oder eine Zeit, nicht „%1“</translation>
    </message>
    <message>
        <source>a figure or a number</source>
        <translation>eine Größe oder eine Zahl</translation>
    </message>
    <message>
        <source>the name of a run</source>
        <translation>der Name eines Laufs</translation>
    </message>
    <message>
        <source>operations in quotes, such as &quot;K 0&quot; or &quot;kernel&quot;,</source>
        <translation>Operationen in Anführungszeichen, wie &quot;K 0&quot; oder &quot;kernel&quot;,</translation>
    </message>
    <message>
        <source>there is no run &apos;%1&apos;; allowed: device%2</source>
        <translation>es gibt keinen Lauf „%1“; erlaubt: device%2</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; has not finished there: only %2.knob.NAME is known before; what needs its figures stands below the run</source>
        <translation>Lauf „%1“ ist dort noch nicht fertig: vorher ist nur %2.knob.NAME bekannt; was seine Zahlen braucht, steht unter dem Lauf</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no figure: write RUN.FIGURE, or device.FIGURE</source>
        <translation>„%1“ ist keine Größe: LAUF.GRÖSSE oder device.GRÖSSE schreiben</translation>
    </message>
    <message>
        <source>unknown figure &apos;%1&apos;; allowed: knob.NAME, device.NAME, %2</source>
        <translation>unbekannte Größe „%1“; erlaubt: knob.NAME, device.NAME, %2</translation>
    </message>
    <message>
        <source>unknown figure &apos;device.%1&apos;; allowed: %2</source>
        <translation>unbekannte Größe „device.%1“; erlaubt: %2</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; has no knob &apos;%2&apos;; allowed: %3</source>
        <translation>Lauf „%1“ hat keinen Regler „%2“; erlaubt: %3</translation>
    </message>
    <message>
        <source>it is longer than %1 bytes</source>
        <translation>länger als %1 Bytes</translation>
    </message>
    <message>
        <source>the number &apos;%1&apos; is too large</source>
        <translation>die Zahl „%1“ ist zu groß</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: unknown unit; allowed: ns, us, ms, s, %, B, KiB, MiB, GiB, kB, MB, GB, GB/s</source>
        <translation>„%1“: unbekannte Einheit; erlaubt: ns, us, ms, s, %, B, KiB, MiB, GiB, kB, MB, GB, GB/s</translation>
    </message>
    <message>
        <source>the text that begins with %1 has no closing quote</source>
        <translation>dem Text, der mit %1 beginnt, fehlt das schließende Anführungszeichen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be read here</source>
        <translation>„%1“ lässt sich hier nicht lesen</translation>
    </message>
    <message>
        <source>%1(…) takes %2 to %3 values, not %4</source>
        <translation>%1(…) nimmt %2 bis %3 Werte, nicht %4</translation>
    </message>
    <message>
        <source>%1(…) takes %2 values, not %3</source>
        <translation>%1(…) nimmt %2 Werte, nicht %3</translation>
    </message>
    <message>
        <source>unknown function &apos;%1&apos;; allowed: %2</source>
        <translation>unbekannte Funktion „%1“; erlaubt: %2</translation>
    </message>
    <message>
        <source>%1 %2 %3 has no meaning</source>
        <translation>%1 %2 %3 hat keinen Sinn</translation>
    </message>
    <message>
        <source>%1 %2 %3 cannot be compared</source>
        <translation>%1 %2 %3 lässt sich nicht vergleichen</translation>
    </message>
    <message>
        <source>%1 and %2 must be of one unit</source>
        <translation>%1 und %2 müssen dieselbe Einheit haben</translation>
    </message>
    <message>
        <source>%1(…) takes numbers and times, not %2</source>
        <translation>%1(…) nimmt Zahlen und Zeiten, nicht %2</translation>
    </message>
    <message>
        <source>near(a, b, 10 %) takes a share as its third value, not %1</source>
        <translation>near(a, b, 10 %) nimmt als dritten Wert einen Anteil, nicht %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; divides by zero</source>
        <translation>„%1“ teilt durch null</translation>
    </message>
    <message>
        <source>your run&apos;s %1</source>
        <translation>%1 des eigenen Laufs</translation>
    </message>
    <message>
        <source>%1 is %2, and must be %3</source>
        <translation>%1 ist %2, muss aber %3 sein</translation>
    </message>
    <message>
        <source>%1 is %2, and must be other than %3</source>
        <translation>%1 ist %2, darf aber nicht %3 sein</translation>
    </message>
    <message>
        <source>this does not hold: %1</source>
        <translation>das gilt nicht: %1</translation>
    </message>
    <message>
        <source>there is no built-in file &apos;%1&apos;</source>
        <translation>es gibt keine eingebaute Datei „%1“</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos;; allowed: title</source>
        <translation>unbekannter Schlüssel „%1“; erlaubt: title</translation>
    </message>
    <message>
        <source>the key &apos;title:&apos; is missing</source>
        <translation>der Schlüssel &apos;title:&apos; fehlt</translation>
    </message>
    <message>
        <source>a class lists its lessons in lines &apos;- NAME&apos;, and here is none</source>
        <translation>ein Kurs nennt seine Lektionen in Zeilen &apos;- NAME&apos;, und hier ist keine</translation>
    </message>
    <message>
        <source>a class has no block &apos;%1&apos;: its lessons have</source>
        <translation>ein Kurs hat keinen Block „%1“: seine Lektionen haben ihn</translation>
    </message>
    <message>
        <source>more than %1 lessons</source>
        <translation>mehr als %1 Lektionen</translation>
    </message>
    <message>
        <source>unknown lesson &apos;%1&apos;; lessons: %2; or a file *.md</source>
        <translation>unbekannte Lektion „%1“; Lektionen: %2; oder eine Datei *.md</translation>
    </message>
    <message>
        <source>a class has at most %1</source>
        <translation>ein Kurs hat höchstens %1</translation>
    </message>
    <message>
        <source>this is no text in UTF-8</source>
        <translation>das ist kein Text in UTF-8</translation>
    </message>
    <message>
        <source>a lesson begins with a line &apos;---&apos;, keys such as &apos;title: …&apos;, and another line &apos;---&apos;</source>
        <translation>eine Lektion beginnt mit einer Zeile &apos;---&apos;, Schlüsseln wie &apos;title: …&apos; und noch einer Zeile &apos;---&apos;</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no &apos;key: value&apos;; the lines up to &apos;---&apos; take nothing else</source>
        <translation>„%1“ ist kein &apos;Schlüssel: Wert&apos;; die Zeilen bis &apos;---&apos; nehmen nichts anderes</translation>
    </message>
    <message>
        <source>the &apos;---&apos; that ends the keys is missing</source>
        <translation>das &apos;---&apos;, das die Schlüssel beendet, fehlt</translation>
    </message>
    <message>
        <source>the block &apos;%1&apos; has no end: a line &apos;%2&apos;</source>
        <translation>dem Block „%1“ fehlt das Ende: eine Zeile „%2“</translation>
    </message>
    <message>
        <source>&apos;unit: %1&apos;: the answer is %2, which is no number</source>
        <translation>&apos;unit: %1&apos;: die Antwort ist %2, und das ist keine Zahl</translation>
    </message>
    <message>
        <source>&apos;unit: %1&apos;: the answer is %2; allowed: %3</source>
        <translation>&apos;unit: %1&apos;: die Antwort ist %2; erlaubt: %3</translation>
    </message>
    <message>
        <source>&apos;tolerance: %1&apos;: allowed: 0 % to 100 %, or a number in the answer&apos;s unit</source>
        <translation>&apos;tolerance: %1&apos;: erlaubt: 0 % bis 100 %, oder eine Zahl in der Einheit der Antwort</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no operations</source>
        <translation>„%1“ nennt keine Operationen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no operations: %2</source>
        <translation>„%1“ nennt keine Operationen: %2</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; asks nothing: its text is missing</source>
        <translation>Frage „%1“ fragt nichts: ihr Text fehlt</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: after the text a question takes choices &apos;- text (right if: condition)&apos;, or the keys number, unit, tolerance, bars, operations, columns, length</source>
        <translation>„%1“: nach dem Text nimmt eine Frage Auswahlen &apos;- Text (right if: Bedingung)&apos; oder die Schlüssel number, unit, tolerance, bars, operations, columns, length</translation>
    </message>
    <message>
        <source>a choice ends with &apos;(right if: condition)&apos;</source>
        <translation>eine Auswahl endet mit &apos;(right if: Bedingung)&apos;</translation>
    </message>
    <message>
        <source>more than %1 choices</source>
        <translation>mehr als %1 Auswahlen</translation>
    </message>
    <message>
        <source>a choice needs a text before &apos;(right if: …)&apos;</source>
        <translation>eine Auswahl braucht einen Text vor &apos;(right if: …)&apos;</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is %2, not a condition</source>
        <translation>„%1“ ist %2, keine Bedingung</translation>
    </message>
    <message>
        <source>&apos;%1:&apos; stands there twice</source>
        <translation>&apos;%1:&apos; steht zweimal da</translation>
    </message>
    <message>
        <source>choices stand in lines that begin with &apos;- &apos;</source>
        <translation>Auswahlen stehen in Zeilen, die mit &apos;- &apos; beginnen</translation>
    </message>
    <message>
        <source>there is no run &apos;%1&apos;; allowed: %2</source>
        <translation>es gibt keinen Lauf „%1“; erlaubt: %2</translation>
    </message>
    <message>
        <source>&apos;columns: %1&apos;: allowed: 2 to 40</source>
        <translation>&apos;columns: %1&apos;: erlaubt: 2 bis 40</translation>
    </message>
    <message>
        <source>&apos;length: %1&apos;: allowed: OPERATIONS = units, as &apos;kernel = 2&apos;, 0 to 40 units</source>
        <translation>&apos;length: %1&apos;: erlaubt: OPERATIONEN = Einheiten, wie &apos;kernel = 2&apos;, 0 bis 40 Einheiten</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; needs one kind of answer: choices &apos;- …&apos;, &apos;number:&apos; or &apos;bars:&apos;</source>
        <translation>Frage „%1“ braucht eine Art von Antwort: Auswahlen &apos;- …&apos;, &apos;number:&apos; oder &apos;bars:&apos;</translation>
    </message>
    <message>
        <source>the answer of question &apos;%1&apos; needs no run: it cannot be computed</source>
        <translation>die Antwort auf Frage „%1“ braucht keinen Lauf: sie lässt sich nicht berechnen</translation>
    </message>
    <message>
        <source>choices have no unit and no tolerance</source>
        <translation>Auswahlen haben keine Einheit und keine Toleranz</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; needs at least two choices</source>
        <translation>Frage „%1“ braucht mindestens zwei Auswahlen</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; has no &apos;number:&apos;</source>
        <translation>Frage „%1“ hat kein &apos;number:&apos;</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; needs &apos;tolerance:&apos;, such as 10 %</source>
        <translation>Frage „%1“ braucht &apos;tolerance:&apos;, wie 10 %</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; has no &apos;bars:&apos; with the name of its run</source>
        <translation>Frage „%1“ hat kein &apos;bars:&apos; mit dem Namen ihres Laufs</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; needs &apos;unit:&apos;, the time of one unit, such as median(two, &quot;kernel&quot;)</source>
        <translation>Frage „%1“ braucht &apos;unit:&apos;, die Zeit einer Einheit, wie median(two, &quot;kernel&quot;)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is %2, not a time</source>
        <translation>„%1“ ist %2, keine Zeit</translation>
    </message>
    <message>
        <source>the tolerance of bars is a number of units</source>
        <translation>die Toleranz von Balken ist eine Zahl von Einheiten</translation>
    </message>
    <message>
        <source>more than %1 blocks</source>
        <translation>mehr als %1 Blöcke</translation>
    </message>
    <message>
        <source>&apos;%1:&apos; has no value</source>
        <translation>&apos;%1:&apos; hat keinen Wert</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos;; allowed: title, summary, order, device, preset, experiment, program, trace</source>
        <translation>unbekannter Schlüssel „%1“; erlaubt: title, summary, order, device, preset, experiment, program, trace</translation>
    </message>
    <message>
        <source>&apos;order: %1&apos;: allowed: 1 to %2</source>
        <translation>&apos;order: %1&apos;: erlaubt: 1 bis %2</translation>
    </message>
    <message>
        <source>&apos;%1:&apos; says already what runs</source>
        <translation>&apos;%1:&apos; sagt schon, was läuft</translation>
    </message>
    <message>
        <source>more than %1 runs</source>
        <translation>mehr als %1 Läufe</translation>
    </message>
    <message>
        <source>there are two runs &apos;%1&apos;</source>
        <translation>es gibt zwei Läufe „%1“</translation>
    </message>
    <message>
        <source>there are two questions or tasks &apos;%1&apos;</source>
        <translation>es gibt zwei Fragen oder Aufgaben „%1“</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; has two answers</source>
        <translation>Frage „%1“ hat zwei Antworten</translation>
    </message>
    <message>
        <source>the answer of &apos;%1&apos; needs run &apos;%2&apos;, which stands below it</source>
        <translation>die Antwort auf „%1“ braucht Lauf „%2“, der darunter steht</translation>
    </message>
    <message>
        <source>there is no question &apos;%1&apos; above</source>
        <translation>darüber gibt es keine Frage „%1“</translation>
    </message>
    <message>
        <source>question &apos;%1&apos; has no block &apos;answer %2&apos;</source>
        <translation>Frage „%1“ hat keinen Block &apos;answer %2&apos;</translation>
    </message>
    <message>
        <source>a lesson has at most %1, and this has %2</source>
        <translation>eine Lektion hat höchstens %1, und diese hat %2</translation>
    </message>
    <message>
        <source>unknown experiment &apos;%1&apos;; allowed: %2</source>
        <translation>unbekanntes Experiment „%1“; erlaubt: %2</translation>
    </message>
    <message>
        <source>unknown preset &apos;%1&apos;; &apos;streamscope experiments&apos; lists them</source>
        <translation>unbekanntes Preset „%1“; &apos;streamscope experiments&apos; listet sie auf</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no name of a file beside the lesson</source>
        <translation>„%1“ ist kein Name einer Datei neben der Lektion</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; does not say what runs; it needs one of: preset, experiment, program, trace</source>
        <translation>Lauf „%1“ sagt nicht, was läuft; nötig ist eines davon: preset, experiment, program, trace</translation>
    </message>
    <message>
        <source>unknown key &apos;%1&apos;; allowed: title, device, preset, experiment, program, trace, and &apos;name = value&apos; for knobs</source>
        <translation>unbekannter Schlüssel „%1“; erlaubt: title, device, preset, experiment, program, trace, und &apos;Name = Wert&apos; für Regler</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; says already what runs</source>
        <translation>Lauf „%1“ sagt schon, was läuft</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is neither &apos;key: value&apos; nor &apos;knob = value&apos;</source>
        <translation>„%1“ ist weder &apos;Schlüssel: Wert&apos; noch &apos;Regler = Wert&apos;</translation>
    </message>
    <message>
        <source>a trace has no knobs, so &apos;%1&apos; cannot be set</source>
        <translation>ein Trace hat keine Regler, also lässt sich „%1“ nicht setzen</translation>
    </message>
    <message>
        <source>&apos;%1 %2&apos;: it needs a name of letters, digits and &apos;_&apos;</source>
        <translation>&apos;%1 %2&apos;: ein Name aus Buchstaben, Ziffern und &apos;_&apos; ist nötig</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has a meaning of its own; take another name</source>
        <translation>„%1“ hat eine eigene Bedeutung; einen anderen Namen nehmen</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no device; allowed: cuda:0, sim:h200, sim:k20c, sim:c2050, sim:c1060, sim:unit</source>
        <translation>„%1“ ist kein Gerät; erlaubt: cuda:0, sim:h200, sim:k20c, sim:c2050, sim:c1060, sim:unit</translation>
    </message>
    <message>
        <source>task &apos;%1&apos; has no &apos;%2:&apos;</source>
        <translation>Aufgabe „%1“ hat kein &apos;%2:&apos;</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: after the text a task takes: run, knobs, reach, solution, hint</source>
        <translation>„%1“: nach dem Text nimmt eine Aufgabe: run, knobs, reach, solution, hint</translation>
    </message>
    <message>
        <source>task &apos;%1&apos; asks nothing: its text is missing</source>
        <translation>Aufgabe „%1“ verlangt nichts: ihr Text fehlt</translation>
    </message>
    <message>
        <source>there is no run &apos;%1&apos; above</source>
        <translation>darüber gibt es keinen Lauf „%1“</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; is a trace, which has no knobs</source>
        <translation>Lauf „%1“ ist ein Trace, und der hat keine Regler</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; stands below this task</source>
        <translation>Lauf „%1“ steht unter dieser Aufgabe</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no &apos;knob = value&apos;; several are separated by &apos;;&apos;</source>
        <translation>„%1“ ist kein &apos;Regler = Wert&apos;; mehrere trennt &apos;;&apos;</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is none of the knobs that may be changed</source>
        <translation>„%1“ ist keiner der Regler, die geändert werden dürfen</translation>
    </message>
    <message>
        <source>&apos;| %1&apos;: unknown format; allowed: 0, 1, 2 (decimals), ns, us, ms, s (of a time)</source>
        <translation>&apos;| %1&apos;: unbekanntes Format; erlaubt: 0, 1, 2 (Nachkommastellen), ns, us, ms, s (einer Zeit)</translation>
    </message>
    <message>
        <source>&apos;| %1&apos; is no format of %2</source>
        <translation>&apos;| %1&apos; ist kein Format für %2</translation>
    </message>
    <message>
        <source>&apos;}&apos; without &apos;{&apos;; a brace of the text is written \}</source>
        <translation>&apos;}&apos; ohne &apos;{&apos;; eine Klammer des Textes schreibt sich \}</translation>
    </message>
    <message>
        <source>&apos;{&apos; without &apos;}&apos;; a brace of the text is written \{</source>
        <translation>&apos;{&apos; ohne &apos;}&apos;; eine Klammer des Textes schreibt sich \{</translation>
    </message>
    <message>
        <source>line %1: %2</source>
        <translation>Zeile %1: %2</translation>
    </message>
    <message>
        <source>line %1: &apos;order&apos; or &apos;device&apos; is not as in the lesson of which this is a translation</source>
        <translation>Zeile %1: &apos;order&apos; oder &apos;device&apos; ist nicht wie in der Lektion, von der dies eine Übersetzung ist</translation>
    </message>
    <message>
        <source>line %1: the block of line %2 in the lesson of which this is a translation differs: %3</source>
        <translation>Zeile %1: der Block aus Zeile %2 der Lektion, von der dies eine Übersetzung ist, unterscheidet sich: %3</translation>
    </message>
    <message>
        <source>%1 blocks, and the lesson of which this is a translation has %2</source>
        <translation>%1 Blöcke, und die Lektion, von der dies eine Übersetzung ist, hat %2</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>eine Zahl</translation>
    </message>
    <message>
        <source>a share in percent</source>
        <translation>ein Anteil in Prozent</translation>
    </message>
    <message>
        <source>a time</source>
        <translation>eine Zeit</translation>
    </message>
    <message>
        <source>a size in bytes</source>
        <translation>eine Größe in Bytes</translation>
    </message>
    <message>
        <source>a rate in GB/s</source>
        <translation>eine Rate in GB/s</translation>
    </message>
    <message>
        <source>a condition</source>
        <translation>eine Bedingung</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>ein Text</translation>
    </message>
    <message>
        <source>two texts are the same</source>
        <translation>zwei Texte sind gleich</translation>
    </message>
    <message>
        <source>two names are the same</source>
        <translation>zwei Namen sind gleich</translation>
    </message>
    <message>
        <source>two styles of ranges are the same</source>
        <translation>zwei Arten von Ranges sind gleich</translation>
    </message>
    <message>
        <source>a call waits for none</source>
        <translation>ein Aufruf wartet auf keinen</translation>
    </message>
    <message>
        <source>its table is cut off</source>
        <translation>die Tabelle ist abgeschnitten</translation>
    </message>
    <message>
        <source>its table has an impossible size</source>
        <translation>die Tabelle hat eine unmögliche Größe</translation>
    </message>
    <message>
        <source>its table has a column of an unknown form</source>
        <translation>die Tabelle hat eine Spalte unbekannter Form</translation>
    </message>
    <message>
        <source>its table has bytes beyond its columns</source>
        <translation>die Tabelle hat Bytes hinter ihren Spalten</translation>
    </message>
    <message>
        <source>row %1 holds an impossible number</source>
        <translation>Zeile %1 enthält eine unmögliche Zahl</translation>
    </message>
    <message>
        <source>it holds what no StreamScope writes</source>
        <translation>darin steht, was kein StreamScope schreibt</translation>
    </message>
    <message>
        <source>it does not belong into a program</source>
        <translation>er gehört in kein Programm</translation>
    </message>
    <message>
        <source>it is the end of no sound program: %1</source>
        <translation>er beendet kein einwandfreies Programm: %1</translation>
    </message>
    <message>
        <source>two launch shapes are the same</source>
        <translation>zwei Startformen sind gleich</translation>
    </message>
    <message>
        <source>a collective belongs to no operation</source>
        <translation>ein Collective gehört zu keiner Operation</translation>
    </message>
    <message>
        <source>a peer copy is no operation</source>
        <translation>eine Peer-Kopie ist keine Operation</translation>
    </message>
    <message>
        <source>it does not belong into a recording</source>
        <translation>er gehört in keine Aufzeichnung</translation>
    </message>
    <message>
        <source>a makespan is unknown</source>
        <translation>ein Makespan ist unbekannt</translation>
    </message>
    <message>
        <source>it is no device</source>
        <translation>das ist kein Gerät</translation>
    </message>
    <message>
        <source>cut off: the file ends at byte %1, within %2</source>
        <translation>abgeschnitten: die Datei endet bei Byte %1, innerhalb von %2</translation>
    </message>
    <message>
        <source>this is no session of StreamScope</source>
        <translation>das ist keine Sitzung von StreamScope</translation>
    </message>
    <message>
        <source>a session of version %1; this StreamScope reads versions up to %2, a newer one reads it</source>
        <translation>eine Sitzung der Version %1; dieses StreamScope liest Versionen bis %2, ein neueres liest sie</translation>
    </message>
    <message>
        <source>the header of this session is broken</source>
        <translation>der Kopf dieser Sitzung ist beschädigt</translation>
    </message>
    <message>
        <source>the section at byte %1 is broken: %2</source>
        <translation>der Abschnitt bei Byte %1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>it cannot be unpacked</source>
        <translation>lässt sich nicht entpacken</translation>
    </message>
    <message>
        <source>its checksum is wrong</source>
        <translation>die Prüfsumme stimmt nicht</translation>
    </message>
    <message>
        <source>another one begins before its end</source>
        <translation>ein anderer beginnt vor seinem Ende</translation>
    </message>
    <message>
        <source>it is no end</source>
        <translation>das ist kein Ende</translation>
    </message>
    <message>
        <source>sections are missing before it</source>
        <translation>davor fehlen Abschnitte</translation>
    </message>
    <message>
        <source>something follows it, which is the last one</source>
        <translation>dahinter folgt etwas, und er ist der letzte</translation>
    </message>
    <message>
        <source>broken: what began before byte %1 has no end</source>
        <translation>beschädigt: was vor Byte %1 begann, hat kein Ende</translation>
    </message>
    <message>
        <source>a field is longer than %1 bytes</source>
        <translation>ein Feld ist länger als %1 Bytes</translation>
    </message>
    <message>
        <source>the text ends inside a quoted field</source>
        <translation>der Text endet in einem Feld in Anführungszeichen</translation>
    </message>
    <message>
        <source>something stands behind a closing quote</source>
        <translation>hinter einem schließenden Anführungszeichen steht etwas</translation>
    </message>
    <message>
        <source>more than %1 fields</source>
        <translation>mehr als %1 Felder</translation>
    </message>
    <message>
        <source>the text ends too early</source>
        <translation>der Text endet zu früh</translation>
    </message>
    <message>
        <source>%1 where %2 should be</source>
        <translation>%1, wo %2 stehen sollte</translation>
    </message>
    <message>
        <source>an escape in a string that is not \uXXXX</source>
        <translation>ein Escape in einer Zeichenkette, das nicht \uXXXX ist</translation>
    </message>
    <message>
        <source>an escape in a string that JSON does not have</source>
        <translation>ein Escape in einer Zeichenkette, das JSON nicht kennt</translation>
    </message>
    <message>
        <source>a control character in a string</source>
        <translation>ein Steuerzeichen in einer Zeichenkette</translation>
    </message>
    <message>
        <source>nested deeper than %1 levels</source>
        <translation>tiefer als %1 Ebenen verschachtelt</translation>
    </message>
    <message>
        <source>%1: broken JSON at %2: %3</source>
        <translation>%1: beschädigtes JSON bei %2: %3</translation>
    </message>
    <message>
        <source>%1: the top level is not an object; expected { … }</source>
        <translation>%1: die oberste Ebene ist kein Objekt; erwartet: { … }</translation>
    </message>
    <message>
        <source>%1: %2 is not allowed; expected %3</source>
        <translation>%1: %2 ist nicht erlaubt; erwartet: %3</translation>
    </message>
    <message>
        <source>%1: &apos;%2&apos; is missing</source>
        <translation>%1: „%2“ fehlt</translation>
    </message>
    <message>
        <source>a text of %1 bytes</source>
        <translation>ein Text von %1 Bytes</translation>
    </message>
    <message>
        <source>%1 bytes at most</source>
        <translation>höchstens %1 Bytes</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true oder false</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>eine Zahl von %1 bis %2</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>eine ganze Zahl</translation>
    </message>
    <message>
        <source>a list of objects</source>
        <translation>eine Liste von Objekten</translation>
    </message>
    <message>
        <source>%1: unknown key &apos;%2&apos;; allowed: %3</source>
        <translation>%1: unbekannter Schlüssel „%2“; erlaubt: %3</translation>
    </message>
    <message>
        <source>a value longer than %1 MiB begins here</source>
        <translation>hier beginnt ein Wert, der länger als %1 MiB ist</translation>
    </message>
    <message>
        <source>%1: cannot be read: %2</source>
        <translation>%1: lässt sich nicht lesen: %2</translation>
    </message>
    <message>
        <source>%1: broken after row %2: %3</source>
        <translation>%1: beschädigt nach Zeile %2: %3</translation>
    </message>
    <message>
        <source>%1: cannot be opened as SQLite: %2</source>
        <translation>%1: lässt sich nicht als SQLite öffnen: %2</translation>
    </message>
    <message>
        <source>no memory</source>
        <translation>kein Speicher</translation>
    </message>
    <message>
        <source>%1: cannot be opened as SQLite</source>
        <translation>%1: lässt sich nicht als SQLite öffnen</translation>
    </message>
    <message>
        <source>the database cannot be made: %1</source>
        <translation>die Datenbank lässt sich nicht anlegen: %1</translation>
    </message>
    <message>
        <source>not enough memory</source>
        <translation>nicht genug Speicher</translation>
    </message>
    <message>
        <source>more than %1 devices</source>
        <translation>mehr als %1 Geräte</translation>
    </message>
    <message>
        <source>an event, { … }, should be here</source>
        <translation>hier sollte ein Event, { … }, stehen</translation>
    </message>
    <message>
        <source>something stands behind the end of the trace</source>
        <translation>hinter dem Ende des Traces steht etwas</translation>
    </message>
    <message>
        <source>%1; %2 before it, %3 of them kept</source>
        <translation>%1; davor %2, davon %3 behalten</translation>
    </message>
    <message>
        <source>broken JSON at byte %1: %2</source>
        <translation>beschädigtes JSON bei Byte %1: %2</translation>
    </message>
    <message>
        <source>an SQLite file, but not of Nsight Systems: the table CUPTI_ACTIVITY_KIND_KERNEL is missing; it has %1</source>
        <translation>eine SQLite-Datei, aber nicht von Nsight Systems: die Tabelle CUPTI_ACTIVITY_KIND_KERNEL fehlt; sie hat %1</translation>
    </message>
    <message>
        <source>no tables</source>
        <translation>keine Tabellen</translation>
    </message>
    <message>
        <source>%1: line 1: the column &apos;%2&apos; is missing</source>
        <translation>%1: Zeile 1: die Spalte „%2“ fehlt</translation>
    </message>
    <message>
        <source>microseconds with up to 3 decimals</source>
        <translation>Mikrosekunden mit bis zu 3 Nachkommastellen</translation>
    </message>
    <message>
        <source>a whole number in range</source>
        <translation>eine ganze Zahl im erlaubten Bereich</translation>
    </message>
    <message>
        <source>0 to %1</source>
        <translation>0 bis %1</translation>
    </message>
    <message>
        <source>at most %1 streams</source>
        <translation>höchstens %1 Streams</translation>
    </message>
    <message>
        <source>%1: line %2: %3 fields; the header has %4</source>
        <translation>%1: Zeile %2: %3 Felder; der Kopf hat %4</translation>
    </message>
    <message>
        <source>h2d, d2h, d2d, peer, kernel, memset, …</source>
        <translation>h2d, d2h, d2d, peer, kernel, memset, …</translation>
    </message>
    <message>
        <source>copy_h2d, copy_d2h, copy_d2d, copy_peer, compute, host or none</source>
        <translation>copy_h2d, copy_d2h, copy_d2d, copy_peer, compute, host oder none</translation>
    </message>
    <message>
        <source>event, event+engine, globaltimer, watch, cupti, host, model or imported</source>
        <translation>event, event+engine, globaltimer, watch, cupti, host, model oder imported</translation>
    </message>
    <message>
        <source>a time that is not before the start</source>
        <translation>eine Zeit, die nicht vor dem Start liegt</translation>
    </message>
    <message>
        <source>a number from %1 to %2 should be here</source>
        <translation>hier sollte eine Zahl von %1 bis %2 stehen</translation>
    </message>
    <message>
        <source>more than %1 threads</source>
        <translation>mehr als %1 Threads</translation>
    </message>
    <message>
        <source>an event of the host needs its thread</source>
        <translation>ein Event des Hosts braucht seinen Thread</translation>
    </message>
    <message>
        <source>a whole number should be here</source>
        <translation>hier sollte eine ganze Zahl stehen</translation>
    </message>
    <message>
        <source>a number of bytes should be here</source>
        <translation>hier sollte eine Zahl von Bytes stehen</translation>
    </message>
    <message>
        <source>a text longer than %1 bytes</source>
        <translation>ein Text länger als %1 Bytes</translation>
    </message>
    <message>
        <source>more than %1 streams</source>
        <translation>mehr als %1 Streams</translation>
    </message>
    <message>
        <source>more than %1 times of runs</source>
        <translation>mehr als %1 Zeiten von Läufen</translation>
    </message>
    <message>
        <source>this version of StreamScope&apos;s trace is not known; 1 is</source>
        <translation>diese Version des Traces von StreamScope ist unbekannt; bekannt ist 1</translation>
    </message>
    <message>
        <source>an offset that StreamScope never writes</source>
        <translation>ein Versatz, den StreamScope nie schreibt</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has a value that StreamScope never writes</source>
        <translation>„%1“ hat einen Wert, den StreamScope nie schreibt</translation>
    </message>
    <message>
        <source>the times of an operation are out of order or out of range</source>
        <translation>die Zeiten einer Operation sind in falscher Folge oder außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>a kind of call that StreamScope never writes</source>
        <translation>eine Art von Aufruf, die StreamScope nie schreibt</translation>
    </message>
    <message>
        <source>the times of a call are out of order or out of range</source>
        <translation>die Zeiten eines Aufrufs sind in falscher Folge oder außerhalb des Bereichs</translation>
    </message>
    <message>
        <source>a recording of version %1; this StreamScope reads version %2</source>
        <translation>eine Aufzeichnung der Version %1; dieses StreamScope liest Version %2</translation>
    </message>
    <message>
        <source>the header of this recording is broken: it says that it has %1 bytes</source>
        <translation>der Kopf dieser Aufzeichnung ist beschädigt: er sagt, er habe %1 Bytes</translation>
    </message>
    <message>
        <source>the chunk at byte %1 is broken: %2</source>
        <translation>der Chunk bei Byte %1 ist beschädigt: %2</translation>
    </message>
    <message>
        <source>column %1 is longer than the chunk</source>
        <translation>Spalte %1 ist länger als der Chunk</translation>
    </message>
    <message>
        <source>column %1 has other numbers than its rows</source>
        <translation>Spalte %1 hat andere Zahlen als seine Zeilen</translation>
    </message>
    <message>
        <source>bytes stand behind its columns</source>
        <translation>hinter seinen Spalten stehen Bytes</translation>
    </message>
    <message>
        <source>a text is longer than the chunk</source>
        <translation>ein Text ist länger als der Chunk</translation>
    </message>
    <message>
        <source>bytes stand behind its texts</source>
        <translation>hinter seinen Texten stehen Bytes</translation>
    </message>
    <message>
        <source>it names text %1, which no chunk before it has</source>
        <translation>er nennt Text %1, den kein Chunk davor hat</translation>
    </message>
    <message>
        <source>more than %1 streams: this is no trace of a GPU</source>
        <translation>mehr als %1 Streams: das ist kein Trace einer GPU</translation>
    </message>
    <message>
        <source>the file is empty</source>
        <translation>die Datei ist leer</translation>
    </message>
    <message>
        <source>this is zstd data; unpack it first</source>
        <translation>das sind zstd-Daten; erst entpacken</translation>
    </message>
    <message>
        <source>this is a zip archive; unpack it first</source>
        <translation>das ist ein Zip-Archiv; erst entpacken</translation>
    </message>
    <message>
        <source>this is bzip2 or xz data; unpack it first</source>
        <translation>das sind bzip2- oder xz-Daten; erst entpacken</translation>
    </message>
    <message>
        <source>this is UTF-16 text; traces are UTF-8</source>
        <translation>das ist Text in UTF-16; Traces sind UTF-8</translation>
    </message>
    <message>
        <source>packed twice</source>
        <translation>zweimal gepackt</translation>
    </message>
    <message>
        <source>not a trace that StreamScope knows: %1</source>
        <translation>kein Trace, den StreamScope kennt: %1</translation>
    </message>
    <message>
        <source>belongs to no group of ranks</source>
        <translation>gehört zu keiner Gruppe von Ranks</translation>
    </message>
    <message>
        <source>has device %1; 0 to %2 are possible</source>
        <translation>hat Gerät %1; möglich ist 0 bis %2</translation>
    </message>
    <message>
        <source>has a negative duration</source>
        <translation>hat eine negative Dauer</translation>
    </message>
    <message>
        <source>has a time factor of %1; more than 0 and up to a million are possible</source>
        <translation>hat einen Zeitfaktor von %1; möglich ist mehr als 0 bis zu einer Million</translation>
    </message>
    <message>
        <source>has thread %1; 0 to %2 are possible</source>
        <translation>hat Thread %1; möglich ist 0 bis %2</translation>
    </message>
    <message>
        <source>has no stream of the program</source>
        <translation>hat keinen Stream des Programms</translation>
    </message>
    <message>
        <source>is about host memory, which no stream orders</source>
        <translation>betrifft Speicher des Hosts, den kein Stream ordnet</translation>
    </message>
    <message>
        <source>is issued by thread %1, which cannot reach the per-thread default stream of thread %2 (&apos;%3&apos;)</source>
        <translation>wird von Thread %1 ausgelöst, der den per-thread-Default-Stream von Thread %2 („%3“) nicht erreicht</translation>
    </message>
    <message>
        <source>has no event of the program</source>
        <translation>hat kein Event des Programms</translation>
    </message>
    <message>
        <source>needs one source and one destination</source>
        <translation>braucht eine Quelle und ein Ziel</translation>
    </message>
    <message>
        <source>copies another number of bytes than it reads or writes</source>
        <translation>kopiert eine andere Zahl von Bytes, als es liest oder schreibt</translation>
    </message>
    <message>
        <source>copies between the wrong sides</source>
        <translation>kopiert zwischen den falschen Seiten</translation>
    </message>
    <message>
        <source>copies between buffers of one device; that is a d2d</source>
        <translation>kopiert zwischen Puffern eines Geräts; das ist ein d2d</translation>
    </message>
    <message>
        <source>is on a stream of a device that is neither its source nor its destination</source>
        <translation>liegt auf einem Stream eines Geräts, das weder Quelle noch Ziel ist</translation>
    </message>
    <message>
        <source>polls a device; only streams and events can be asked</source>
        <translation>fragt ein Gerät ab; nur Streams und Events lassen sich fragen</translation>
    </message>
    <message>
        <source>has %1 threads per block; 1 to 1024 are possible</source>
        <translation>hat %1 Threads je Block; möglich ist 1 bis 1024</translation>
    </message>
    <message>
        <source>has %1 multiply-adds per element; 0 to %2 are possible</source>
        <translation>hat %1 Multiply-Adds je Element; möglich ist 0 bis %2</translation>
    </message>
    <message>
        <source>has %1 registers per thread; 0 to %2 are possible</source>
        <translation>hat %1 Register je Thread; möglich ist 0 bis %2</translation>
    </message>
    <message>
        <source>%1 records event &apos;%2&apos; on device %3, %4 on device %5; an event belongs to one device</source>
        <translation>%1 zeichnet Event „%2“ auf Gerät %3 auf, %4 auf Gerät %5; ein Event gehört zu einem Gerät</translation>
    </message>
    <message>
        <source>operation %1 (%2) %3</source>
        <translation>Operation %1 (%2) %3</translation>
    </message>
    <message>
        <source>the program has %1 streams and %2 events; at most %3 streams are possible, and streams times events up to %4</source>
        <translation>das Programm hat %1 Streams und %2 Events; möglich sind höchstens %3 Streams, und Streams mal Events bis %4</translation>
    </message>
    <message>
        <source>stream %1 is on device %2; 0 to %3 are possible</source>
        <translation>Stream %1 ist auf Gerät %2; möglich ist 0 bis %3</translation>
    </message>
    <message>
        <source>stream %1 is of thread %2; 0 to %3 are possible</source>
        <translation>Stream %1 ist von Thread %2; möglich ist 0 bis %3</translation>
    </message>
    <message>
        <source>buffer &apos;%1&apos; is on device %2; 0 to %3 are possible</source>
        <translation>Puffer „%1“ ist auf Gerät %2; möglich ist 0 bis %3</translation>
    </message>
    <message>
        <source>the program asks for %1 connections; 1 to %2 are possible, 0 leaves them as they are</source>
        <translation>das Programm verlangt %1 Verbindungen; möglich ist 1 bis %2, 0 lässt sie, wie sie sind</translation>
    </message>
    <message>
        <source>the result has %1 MiB, more than this machine&apos;s memory can take; record fewer blocks or operations</source>
        <translation>das Ergebnis hat %1 MiB, mehr als der Speicher dieser Maschine fassen kann; weniger Blöcke oder Operationen aufzeichnen</translation>
    </message>
    <message>
        <source>this message is no question to an engine</source>
        <translation>diese Nachricht ist keine Frage an eine Engine</translation>
    </message>
    <message>
        <source>no trace is open here</source>
        <translation>hier ist kein Trace offen</translation>
    </message>
    <message>
        <source>the engine has no stream: %1</source>
        <translation>die Engine hat keinen Stream: %1</translation>
    </message>
    <message>
        <source>no figure that is fitted has the name &apos;%1&apos;; names like it: %2</source>
        <translation>keine angepasste Größe hat den Namen „%1“; ähnliche Namen: %2</translation>
    </message>
    <message>
        <source>question &apos;%1&apos;: no choice is right on this device</source>
        <translation>Frage „%1“: auf diesem Gerät ist keine Auswahl richtig</translation>
    </message>
    <message>
        <source>question &apos;%1&apos;: several choices are right on this device: %2</source>
        <translation>Frage „%1“: auf diesem Gerät sind mehrere Auswahlen richtig: %2</translation>
    </message>
    <message>
        <source>question &apos;%1&apos;: its answer is no number</source>
        <translation>Frage „%1“: ihre Antwort ist keine Zahl</translation>
    </message>
    <message>
        <source>%1 is right: it was %2 (%3 counts as right)</source>
        <translation>%1 ist richtig: es waren %2 (%3 zählt als richtig)</translation>
    </message>
    <message>
        <source>%1 is not it: it was %2 (%3 counts as right)</source>
        <translation>%1 ist es nicht: es waren %2 (%3 zählt als richtig)</translation>
    </message>
    <message>
        <source>as in the timeline of the run</source>
        <translation>wie in der Zeitleiste des Laufs</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no time to measure bars with</source>
        <translation>„%1“ ist keine Zeit, an der sich Balken messen lassen</translation>
    </message>
    <message>
        <source>the run has no operation &apos;%1&apos;</source>
        <translation>der Lauf hat keine Operation „%1“</translation>
    </message>
    <message>
        <source>%1 and %2 ran at the same time; in your drawing they do not</source>
        <translation>%1 und %2 liefen zugleich; in der Zeichnung nicht</translation>
    </message>
    <message>
        <source>%1 and %2 did not run at the same time; in your drawing they do</source>
        <translation>%1 und %2 liefen nicht zugleich; in der Zeichnung schon</translation>
    </message>
    <message>
        <source>question &apos;%1&apos;: bars need a run of a program</source>
        <translation>Frage „%1“: Balken brauchen einen Lauf eines Programms</translation>
    </message>
    <message>
        <source>question &apos;%1&apos;: %2 operations are bars; allowed: 1 to %3</source>
        <translation>Frage „%1“: %2 Operationen sind Balken; erlaubt: 1 bis %3</translation>
    </message>
    <message>
        <source>%1: drawn at %2, it ran from %3 to %4</source>
        <translation>%1: bei %2 gezeichnet, gelaufen von %3 bis %4</translation>
    </message>
    <message>
        <source>%1 of %2 bars are where they ran</source>
        <translation>%1 von %2 Balken stehen, wo sie liefen</translation>
    </message>
    <message>
        <source>run &apos;%1&apos; has not finished</source>
        <translation>Lauf „%1“ ist noch nicht fertig</translation>
    </message>
    <message>
        <source>This run is always of %1.</source>
        <translation>Dieser Lauf gehört immer zu %1.</translation>
    </message>
    <message>
        <source>It needs %1 GPUs, so it runs on %2.</source>
        <translation>Er braucht %1 GPUs, also läuft er auf %2.</translation>
    </message>
    <message>
        <source>there is no run &apos;%1&apos;</source>
        <translation>es gibt keinen Lauf „%1“</translation>
    </message>
    <message>
        <source>these knobs must stay as they were: %1</source>
        <translation>diese Regler müssen bleiben, wie sie waren: %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not known here</source>
        <translation>„%1“ ist hier nicht bekannt</translation>
    </message>
    <message>
        <source>no operation of the run is meant by &quot;%1&quot;</source>
        <translation>mit &quot;%1&quot; ist keine Operation des Laufs gemeint</translation>
    </message>
    <message>
        <source>there is no device %1 here</source>
        <translation>es gibt hier kein Gerät %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; in the settings is not name=value</source>
        <translation>„%1“ in den Einstellungen ist nicht Name=Wert</translation>
    </message>
    <message>
        <source>column %1 is &apos;%2&apos;, and must be a number of microseconds above 0</source>
        <translation>Spalte %1 ist „%2“ und muss eine Zahl von Mikrosekunden über 0 sein</translation>
    </message>
    <message>
        <source>%1 fields; a row has %2</source>
        <translation>%1 Felder; eine Zeile hat %2</translation>
    </message>
    <message>
        <source>%1: this is no CSV of check-model --save: its first line is not %2</source>
        <translation>%1: das ist keine CSV-Datei von check-model --save: die erste Zeile ist nicht %2</translation>
    </message>
    <message>
        <source>the run took no time</source>
        <translation>der Lauf dauerte keine Zeit</translation>
    </message>
    <message>
        <source>no file in this folder is a trace</source>
        <translation>keine Datei in diesem Ordner ist ein Trace</translation>
    </message>
    <message>
        <source>it does not belong there</source>
        <translation>er gehört nicht dorthin</translation>
    </message>
    <message>
        <source>a run is not whole</source>
        <translation>ein Lauf ist nicht vollständig</translation>
    </message>
    <message>
        <source>it does not fit the sections before it</source>
        <translation>er passt nicht zu den Abschnitten davor</translation>
    </message>
    <message>
        <source>there is no experiment &apos;%1&apos;</source>
        <translation>es gibt kein Experiment „%1“</translation>
    </message>
    <message>
        <source>there is nothing to tune: %1</source>
        <translation>es gibt nichts abzustimmen: %1</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no tuning knob; choose some with --vary</source>
        <translation>„%1“ hat keinen Regler zum Abstimmen; mit --vary welche wählen</translation>
    </message>
    <message>
        <source>the configuration to start from does not run on the model of %1</source>
        <translation>die Konfiguration, von der es ausgehen soll, läuft nicht auf dem Modell von %1</translation>
    </message>
    <message>
        <source>a budget of %1 runs; allowed: 1 to %2</source>
        <translation>ein Budget von %1 Läufen; erlaubt: 1 bis %2</translation>
    </message>
    <message>
        <source>change %1: %2</source>
        <translation>Änderung %1: %2</translation>
    </message>
    <message>
        <source>the condition</source>
        <translation>die Bedingung</translation>
    </message>
    <message>
        <source>the placeholders</source>
        <translation>die Platzhalter</translation>
    </message>
    <message>
        <source>the name</source>
        <translation>der Name</translation>
    </message>
    <message>
        <source>the settings</source>
        <translation>die Einstellungen</translation>
    </message>
    <message>
        <source>the choices</source>
        <translation>die Auswahlen</translation>
    </message>
    <message>
        <source>the right answer</source>
        <translation>die richtige Antwort</translation>
    </message>
    <message>
        <source>the kind</source>
        <translation>die Art</translation>
    </message>
    <message>
        <source>reads no buffer of the program</source>
        <translation>liest keinen Puffer des Programms</translation>
    </message>
    <message>
        <source>writes no buffer of the program</source>
        <translation>schreibt in keinen Puffer des Programms</translation>
    </message>
    <message>
        <source>reads past the end of buffer &apos;%1&apos;</source>
        <translation>liest über das Ende von Puffer „%1“ hinaus</translation>
    </message>
    <message>
        <source>writes past the end of buffer &apos;%1&apos;</source>
        <translation>schreibt über das Ende von Puffer „%1“ hinaus</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s blog &quot;How to Overlap Data Transfers in CUDA C/C++&quot;</source>
        <translation>NVIDIAs Blog „How to Overlap Data Transfers in CUDA C/C++“</translation>
    </message>
    <message>
        <source>16 MiB in four chunks on four streams, pinned: one after the other, depth first (V1) and breadth first (V2), with the times of a Tesla C1060, C2050 and K20c.</source>
        <translation>16 MiB in vier Chunks auf vier Streams, gepinnt: nacheinander, Tiefe zuerst (V1) und Breite zuerst (V2), mit den Zeiten einer Tesla C1060, C2050 und K20c.</translation>
    </message>
    <message>
        <source>Which order overlaps depends on the number of copy engines and of hardware queues; today&apos;s GPUs take either.</source>
        <translation>Welche Reihenfolge überlappt, hängt von der Zahl der Copy Engines und der Hardware-Warteschlangen ab; heutige GPUs nehmen beide.</translation>
    </message>
    <message>
        <source>PyTorch&apos;s DistributedDataParallel</source>
        <translation>DistributedDataParallel von PyTorch</translation>
    </message>
    <message>
        <source>Gradients are gathered in buckets of 25 MB; a full bucket is reduced over all GPUs while the layers before it are still computed.</source>
        <translation>Gradienten werden in Buckets von 25 MB gesammelt; ein voller Bucket wird über alle GPUs reduziert, während die Schichten davor noch rechnen.</translation>
    </message>
    <message>
        <source>Small buckets pay the latency of the ring often, one large bucket hides nothing, and the last one always stands out.</source>
        <translation>Kleine Buckets zahlen die Latenz des Rings oft, ein großer Bucket verdeckt nichts, und der letzte steht immer über.</translation>
    </message>
    <message>
        <source>tutorials on streams in PyTorch</source>
        <translation>Tutorials über Streams in PyTorch</translation>
    </message>
    <message>
        <source>Two matrix products of 512 x 512 on two streams, and a third stream that adds their results, without a wait between them.</source>
        <translation>Zwei Matrixprodukte von 512 x 512 auf zwei Streams, und ein dritter Stream, der ihre Ergebnisse addiert, ohne ein Wait dazwischen.</translation>
    </message>
    <message>
        <source>Streams promise no order between each other. Short kernels hide the missing wait; longer ones make the result wrong.</source>
        <translation>Streams versprechen untereinander keine Ordnung. Kurze Kernel verdecken das fehlende Wait; längere machen das Ergebnis falsch.</translation>
    </message>
    <message>
        <source>tutorials on PyTorch&apos;s loaders and prefetching streams</source>
        <translation>Tutorials über Loader und vorausladende Streams in PyTorch</translation>
    </message>
    <message>
        <source>Three batches, each loaded in 0.1 s on the host, copied on a stream of its own and used on another, with a buffer ahead.</source>
        <translation>Drei Batches, jeder in 0.1 s auf dem Host geladen, auf einem eigenen Stream kopiert und auf einem anderen benutzt, mit einem Puffer voraus.</translation>
    </message>
    <message>
        <source>With two buffers the slower of loading and computing sets the pace; a loss that is printed at each step takes all of it back.</source>
        <translation>Mit zwei Puffern gibt das Langsamere von Laden und Rechnen das Tempo vor; ein Loss, der bei jedem Schritt ausgegeben wird, macht alles zunichte.</translation>
    </message>
    <message>
        <source>NVIDIA&apos;s CUDA samples</source>
        <translation>NVIDIAs CUDA-Beispiele</translation>
    </message>
    <message>
        <source>32 streams with two kernels of one thread each, issued stream by stream.</source>
        <translation>32 Streams mit je zwei Kerneln zu einem Thread, Stream für Stream ausgelöst.</translation>
    </message>
    <message>
        <source>Kernels of different streams that share a hardware queue wait for each other: 5 kernel times with 8 queues, 2 with 32 or in the other order.</source>
        <translation>Kernel verschiedener Streams, die sich eine Hardware-Warteschlange teilen, warten aufeinander: 5 Kernelzeiten mit 8 Warteschlangen, 2 mit 32 oder in der anderen Reihenfolge.</translation>
    </message>
    <message>
        <source>Frames of 16 MiB on four streams: the kernel of one frame, the copy in of the next and the copy back of the last at the same time.</source>
        <translation>Frames von 16 MiB auf vier Streams: der Kernel eines Frames, die Kopie des nächsten hinein und die des vorigen zurück zugleich.</translation>
    </message>
    <message>
        <source>With an engine for each direction a run costs little more than its copies in one direction.</source>
        <translation>Mit einer Engine je Richtung kostet ein Lauf wenig mehr als seine Kopien in einer Richtung.</translation>
    </message>
    <message>
        <source>The same kernels on a stream of the lowest and one of the highest priority.</source>
        <translation>Dieselben Kernel auf einem Stream mit der niedrigsten und einem mit der höchsten Priorität.</translation>
    </message>
    <message>
        <source>A priority decides which block comes next; it stops no block that runs, and copies know no priority.</source>
        <translation>Eine Priorität entscheidet, welcher Block als nächster kommt; sie hält keinen laufenden Block an, und Kopien kennen keine Priorität.</translation>
    </message>
    <message>
        <source>GPU Puzzlers, a collection of puzzles about profiles of PyTorch programs</source>
        <translation>GPU Puzzlers, eine Sammlung von Rätseln über Profile von PyTorch-Programmen</translation>
    </message>
    <message>
        <source>1000 products of 1024 x 1024 matrices on one stream; 100 tensors copied to the host on a second and 100 to the device on a third, once with and once without non_blocking. Which of the three overlap?</source>
        <translation>1000 Produkte von Matrizen mit 1024 x 1024 auf einem Stream; 100 Tensoren auf einem zweiten zum Host kopiert und 100 auf einem dritten zum Gerät, einmal mit und einmal ohne non_blocking. Welche der drei überlappen?</translation>
    </message>
    <message>
        <source>The two directions of copying meet only where the host does not wait for each copy; pageable memory keeps it waiting whatever the flag says.</source>
        <translation>Die beiden Kopierrichtungen treffen sich nur, wo der Host nicht auf jede Kopie wartet; Pageable-Speicher lässt ihn warten, was die Option auch sagt.</translation>
    </message>
    <message>
        <source>lectures on CUDA streams</source>
        <translation>Vorlesungen über CUDA-Streams</translation>
    </message>
    <message>
        <source>Two chunks, each copied in, worked on and copied back, every operation one unit long. Draw the bars for one stream and for two.</source>
        <translation>Zwei Chunks, jeder hineinkopiert, bearbeitet und zurückkopiert, jede Operation eine Einheit lang. Die Balken für einen Stream und für zwei zeichnen.</translation>
    </message>
    <message>
        <source>Six units of work fit into four when both copy engines and the SMs work at once.</source>
        <translation>Sechs Einheiten Arbeit passen in vier, wenn beide Copy Engines und die SMs zugleich arbeiten.</translation>
    </message>
    <message>
        <source>articles on serving vision-language models</source>
        <translation>Artikel über das Betreiben von Vision-Language-Modellen</translation>
    </message>
    <message>
        <source>Images are preprocessed, encoded and decoded, each stage on a stream of its own, joined by events, so that three batches are in work.</source>
        <translation>Bilder werden vorverarbeitet, kodiert und dekodiert, jede Stufe auf einem eigenen Stream, durch Events verbunden, sodass drei Batches in Arbeit sind.</translation>
    </message>
    <message>
        <source>A pipeline of stages is as long as its slowest stage; every missing wait makes it shorter and wrong.</source>
        <translation>Eine Pipeline aus Stufen ist so lang wie ihre langsamste Stufe; jedes fehlende Wait macht sie kürzer und falsch.</translation>
    </message>
    <message>
        <source>something that does not happen</source>
        <translation>etwas, das nicht geschieht</translation>
    </message>
    <message>
        <source>room in stream %1, which takes %2 operations, behind a gate that opens when everything is issued; use fewer operations per stream or submission = graph</source>
        <translation>Platz in Stream %1, der %2 Operationen fasst, hinter einem Gate, das sich öffnet, wenn alles ausgelöst ist; weniger Operationen je Stream nehmen oder submission = graph</translation>
    </message>
    <message>
        <source>ranks of its group %1 that never come</source>
        <translation>Ranks seiner Gruppe %1, die nie kommen</translation>
    </message>
    <message>
        <source>the program never ends: operation %1 (%2) waits for %3</source>
        <translation>das Programm endet nie: Operation %1 (%2) wartet auf %3</translation>
    </message>
    <message>
        <source>nothing is copied between the host and the device</source>
        <translation>zwischen Host und Gerät wird nichts kopiert</translation>
    </message>
    <message>
        <source>a graph decides by itself when it comes to a copy, so that each needs an event in front as well</source>
        <translation>ein Graph entscheidet selbst, wann er zu einer Kopie kommt, sodass jede auch ein Event davor braucht</translation>
    </message>
    <message>
        <source>the Program uses several devices</source>
        <translation>das Programm benutzt mehrere Geräte</translation>
    </message>
    <message>
        <source>the Program asks for a number of connections to the device, of which the observer would take one</source>
        <translation>das Programm verlangt eine Zahl von Verbindungen zum Gerät, von denen der Beobachter eine nähme</translation>
    </message>
    <message>
        <source>of more than %1 copies none is watched</source>
        <translation>von mehr als %1 Kopien wird keine beobachtet</translation>
    </message>
    <message>
        <source>operations race for the same data</source>
        <translation>Operationen liegen im Wettlauf um dieselben Daten</translation>
    </message>
    <message>
        <source>copies from or to pageable memory are staged by the driver</source>
        <translation>Kopien aus oder in Pageable-Speicher führt der Treiber über einen Puffer</translation>
    </message>
    <message>
        <source>write-combined memory is not looked at by the CPU</source>
        <translation>Write-combined-Speicher sieht die CPU nicht an</translation>
    </message>
    <message>
        <source>it takes four bytes to watch a copy</source>
        <translation>eine Kopie zu beobachten braucht vier Bytes</translation>
    </message>
    <message>
        <source>the last word of a copy does not lie at a multiple of four bytes</source>
        <translation>das letzte Wort einer Kopie liegt nicht an einem Vielfachen von vier Bytes</translation>
    </message>
    <message>
        <source>a synchronisation of the whole device in front of a copy would wait for the observer</source>
        <translation>eine Synchronisation des ganzen Geräts vor einer Kopie würde auf den Beobachter warten</translation>
    </message>
    <message>
        <source>what a copy brings is written in the same run</source>
        <translation>was eine Kopie bringt, wird im selben Lauf geschrieben</translation>
    </message>
    <message>
        <source>a copy&apos;s destination is used before it</source>
        <translation>das Ziel einer Kopie wird vor ihr benutzt</translation>
    </message>
    <message>
        <source>a copy&apos;s destination is written again</source>
        <translation>das Ziel einer Kopie wird noch einmal geschrieben</translation>
    </message>
    <message>
        <source>pageable, pinned, write-combined or registered</source>
        <translation>pageable, pinned, write-combined oder registered</translation>
    </message>
    <message>
        <source>live, gated or graph</source>
        <translation>live, gated oder graph</translation>
    </message>
    <message>
        <source>host or device</source>
        <translation>host oder device</translation>
    </message>
    <message>
        <source>spin, fma, stream or tensor</source>
        <translation>spin, fma, stream oder tensor</translation>
    </message>
    <message>
        <source>bf16 or tf32</source>
        <translation>bf16 oder tf32</translation>
    </message>
    <message>
        <source>device, stream or event</source>
        <translation>device, stream oder event</translation>
    </message>
    <message>
        <source>blocking or polling</source>
        <translation>blocking oder polling</translation>
    </message>
    <message>
        <source>device or pinned-host</source>
        <translation>device oder pinned-host</translation>
    </message>
    <message>
        <source>a list of one buffer</source>
        <translation>eine Liste mit einem Puffer</translation>
    </message>
    <message>
        <source>a list of buffers</source>
        <translation>eine Liste von Puffern</translation>
    </message>
    <message>
        <source>%1: nothing says how large buffer &apos;%2&apos; is; list it in &apos;buffers&apos; or give &apos;bytes&apos;</source>
        <translation>%1: nichts sagt, wie groß Puffer „%2“ ist; ihn in &apos;buffers&apos; nennen oder &apos;bytes&apos; angeben</translation>
    </message>
    <message>
        <source>operations are missing</source>
        <translation>Operationen fehlen</translation>
    </message>
    <message>
        <source>operations of a fold are missing</source>
        <translation>Operationen einer Faltung fehlen</translation>
    </message>
    <message>
        <source>a link is of no operation</source>
        <translation>eine Verbindung gehört zu keiner Operation</translation>
    </message>
    <message>
        <source>nothing of a session begins here</source>
        <translation>hier beginnt nichts von einer Sitzung</translation>
    </message>
    <message>
        <source>its header has impossible sizes</source>
        <translation>der Kopf hat unmögliche Größen</translation>
    </message>
    <message>
        <source>no chunk begins here</source>
        <translation>hier beginnt kein Chunk</translation>
    </message>
    <message>
        <source>its header has more columns than bytes</source>
        <translation>der Kopf hat mehr Spalten als Bytes</translation>
    </message>
    <message>
        <source>makes the host wait for streams that a gate holds until the host is done</source>
        <translation>lässt den Host auf Streams warten, die ein Gate festhält, bis der Host fertig ist</translation>
    </message>
    <message>
        <source>copies pageable memory, for which the host waits, while a gate holds the streams until the host is done (pinned memory would do)</source>
        <translation>kopiert Pageable-Speicher, worauf der Host wartet, während ein Gate die Streams festhält, bis der Host fertig ist (Pinned-Speicher ginge)</translation>
    </message>
    <message>
        <source>may wait for the device, which a gate holds until the host is done</source>
        <translation>kann auf das Gerät warten, das ein Gate festhält, bis der Host fertig ist</translation>
    </message>
    <message>
        <source>is issued by thread %1, the first operation by thread %2; one thread captures a graph</source>
        <translation>wird von Thread %1 ausgelöst, die erste Operation von Thread %2; einen Graphen zeichnet ein Thread auf</translation>
    </message>
    <message>
        <source>makes the host wait, which a graph cannot hold</source>
        <translation>lässt den Host warten, und das kann ein Graph nicht enthalten</translation>
    </message>
    <message>
        <source>is work of the host thread, which a graph cannot hold (a host function can be in a graph)</source>
        <translation>ist Arbeit des Host-Threads, und die kann ein Graph nicht enthalten (eine Host-Funktion kann es)</translation>
    </message>
    <message>
        <source>copies pageable memory, which a stream cannot capture (pinned memory would do)</source>
        <translation>kopiert Pageable-Speicher, und das kann ein Stream nicht aufzeichnen (Pinned-Speicher ginge)</translation>
    </message>
    <message>
        <source>is not ordered by a stream, so that a graph cannot hold it</source>
        <translation>wird von keinem Stream geordnet, sodass ein Graph es nicht enthalten kann</translation>
    </message>
    <message>
        <source>is on the default (NULL) stream, which cannot be captured into a graph</source>
        <translation>ist auf dem Default-Stream (NULL), der sich nicht in einen Graphen aufzeichnen lässt</translation>
    </message>
    <message>
        <source>%1: it cannot be in graph %2</source>
        <translation>%1: es kann nicht in Graph %2 sein</translation>
    </message>
    <message>
        <source>%1: submission = %2 is not possible here, use submission = live</source>
        <translation>%1: submission = %2 ist hier nicht möglich, submission = live nehmen</translation>
    </message>
    <message>
        <source>%1: a second file of rank %2, after %3; it is left out. Name the files of one job only</source>
        <translation>%1: eine zweite Datei von Rank %2, nach %3; sie bleibt weg. Nur die Dateien eines Jobs nennen</translation>
    </message>
    <message>
        <source>rank %1 of %2 is missing: what the others waited for there is not known</source>
        <translation>Rank %1 von %2 fehlt: worauf die anderen dort warteten, ist unbekannt</translation>
    </message>
    <message>
        <source>ranks %1 of %2 are missing: what the others waited for there is not known</source>
        <translation>die Ranks %1 von %2 fehlen: worauf die anderen dort warteten, ist unbekannt</translation>
    </message>
    <message>
        <source>not enough host memory for this</source>
        <translation>dafür reicht der Speicher des Hosts nicht</translation>
    </message>
    <message>
        <source>How %1 kernels were launched is not in the file: each is one block, which leaves room for others.</source>
        <translation>Wie %1 Kernel gestartet wurden, steht nicht in der Datei: jeder ist ein Block, der Platz für andere lässt.</translation>
    </message>
    <message>
        <source>The devices of 1 peer copy are not in the file: each is a copy inside its own device.</source>
        <translation>Die Geräte von 1 Peer-Kopie stehen nicht in der Datei: sie ist eine Kopie innerhalb ihres eigenen Geräts.</translation>
    </message>
    <message>
        <source>The devices of %1 peer copies are not in the file: each is a copy inside its own device.</source>
        <translation>Die Geräte von %1 Peer-Kopien stehen nicht in der Datei: jede ist eine Kopie innerhalb ihres eigenen Geräts.</translation>
    </message>
    <message>
        <source>The calls of 1 pageable copy are not in the file: nobody knows how long the host waited in them, and here it does not.</source>
        <translation>Die Aufrufe von 1 Pageable-Kopie stehen nicht in der Datei: niemand weiß, wie lange der Host darin wartete, und hier wartet er nicht.</translation>
    </message>
    <message>
        <source>The calls of %1 pageable copies are not in the file: nobody knows how long the host waited in them, and here it does not.</source>
        <translation>Die Aufrufe von %1 Pageable-Kopien stehen nicht in der Datei: niemand weiß, wie lange der Host darin wartete, und hier wartet er nicht.</translation>
    </message>
    <message>
        <source>The host memory of %1 copies is not in the file: it is taken to be pinned.</source>
        <translation>Der Host-Speicher von %1 Kopien steht nicht in der Datei: er wird als gepinnt angenommen.</translation>
    </message>
    <message>
        <source>configuration %1; this sweep has %2</source>
        <translation>Konfiguration %1; dieser Sweep hat %2</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>%1: line %2, column %3: %4 is not allowed; expected %5</source>
        <translation>%1: Zeile %2, Spalte %3: %4 ist nicht erlaubt; erwartet: %5</translation>
    </message>
    <message>
        <source>expected %1</source>
        <translation>erwartet: %1</translation>
    </message>
    <message>
        <source>%1 is no file that can be fetched</source>
        <translation>%1 ist keine Datei, die geholt werden kann</translation>
    </message>
    <message>
        <source>%1 on %2 changed while it was fetched: fetch it again</source>
        <translation>%1 auf %2 hat sich geändert, während die Datei geholt wurde: Hole sie noch einmal</translation>
    </message>
    <message>
        <source>fetching</source>
        <translation>wird geholt</translation>
    </message>
    <message>
        <source>Operators that come again sooner find warmer caches: the work of the host that stays takes %1 % less.</source>
        <translation>Operatoren, die eher wiederkommen, finden wärmere Caches: Die Arbeit des Hosts, die bleibt, dauert %1 % kürzer.</translation>
    </message>
    <message>
        <source>reading the runs of the last time</source>
        <translation>liest die Läufe vom letzten Mal</translation>
    </message>
    <message>
        <source>the runs take more than %1 MiB</source>
        <translation>die Läufe brauchen mehr als %1 MiB</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>wird geschrieben</translation>
    </message>
    <message>
        <source>1 kernel %1 takes %2, %3 % of the run.</source>
        <translation>1 Kernel %1 dauert %2, %3 % des Laufs.</translation>
    </message>
    <message>
        <source>%1 kernels %2 take %3, %4 % of the run.</source>
        <translation>%1 Kernel %2 dauern %3, %4 % des Laufs.</translation>
    </message>
    <message>
        <source>No other way to issue the work wins here, only work on this kernel: if it took half as long, the run would come to this.</source>
        <translation>Kein anderer Weg, die Arbeit auszulösen, gewinnt hier, nur Arbeit an diesem Kernel: Dauerte er halb so lange, käme der Lauf auf so viel.</translation>
    </message>
    <message>
        <source>The host waits for each of %1 results before it issues the next work, which goes to another of %2 streams: nothing overlaps.</source>
        <translation>Der Host wartet auf jedes von %1 Ergebnissen, bevor er die nächste Arbeit ausgibt, die an einen anderen von %2 Streams geht: Nichts überlappt sich.</translation>
    </message>
    <message>
        <source>None of the selected copies is known to hold the host: the file lacks calls, and copies without theirs are taken to be pinned.</source>
        <translation>Von keiner der gewählten Kopien ist bekannt, dass sie den Host aufhält: Der Datei fehlen Aufrufe, und Kopien ohne ihren Aufruf gelten als gepinnt.</translation>
    </message>
    <message>
        <source>The file lacks the calls that issued this work: no other way to issue it can be tried.</source>
        <translation>Der Datei fehlen die Aufrufe, die diese Arbeit ausgaben: Keine andere Art, sie auszugeben, lässt sich ausprobieren.</translation>
    </message>
    <message>
        <source>1 operation has no runtime call in the file (issued before the capture, or by a graph): when it was issued is unknown.</source>
        <translation>1 Operation hat keinen Runtime-Aufruf in der Datei (vor der Aufnahme ausgelöst, oder von einem Graphen): wann sie ausgelöst wurde, ist unbekannt.</translation>
    </message>
    <message>
        <source>1 operation starts before the call that issued it: the clocks of host and GPU do not agree.</source>
        <translation>1 Operation startet vor dem Aufruf, der sie auslöste: die Uhren von Host und GPU stimmen nicht überein.</translation>
    </message>
    <message>
        <source>Wait for a result only before its stream, and its buffers, are used again, so that work of all streams is on the way.</source>
        <translation>Auf ein Ergebnis erst warten, bevor sein Stream und seine Puffer wieder benutzt werden, sodass Arbeit aller Streams unterwegs ist.</translation>
    </message>
    <message>
        <source>Let kernels write results that travel together side by side in one buffer of the device, and copy that in one call.</source>
        <translation>Kernel Ergebnisse, die zusammen reisen, nebeneinander in einen Puffer des Geräts schreiben lassen, und diesen in einem Aufruf kopieren.</translation>
    </message>
    <message>
        <source>The host must still wait for a result before it reads it, and before its stream and buffers are used again: these waits are not in the prediction.</source>
        <translation>Der Host muss weiterhin auf ein Ergebnis warten, bevor er es liest und bevor sein Stream und seine Puffer wieder benutzt werden: dieses Warten ist nicht in der Vorhersage.</translation>
    </message>
    <message>
        <source>The work of the host between their calls went with them.</source>
        <translation>Die Arbeit des Hosts zwischen ihren Aufrufen fiel mit ihnen weg.</translation>
    </message>
    <message>
        <source>How much memory 1 allocation or free is about is not in the file: it takes its measured time.</source>
        <translation>Um wie viel Speicher es bei 1 Belegung oder Freigabe geht, steht nicht in der Datei: sie dauert so lang wie gemessen.</translation>
    </message>
    <message>
        <source>How much memory %1 allocations and frees are about is not in the file: each takes its measured time.</source>
        <translation>Um wie viel Speicher es bei %1 Belegungen und Freigaben geht, steht nicht in der Datei: jede dauert so lang wie gemessen.</translation>
    </message>
    <message>
        <source>Make data that travel together side by side in one buffer, and copy that in one call; if they must be gathered first, expect the upper end of the range.</source>
        <translation>Daten, die zusammen reisen, nebeneinander in einem Puffer erzeugen und diesen in einem Aufruf kopieren; wo sie erst eingesammelt werden müssen, gilt das obere Ende des Bereichs.</translation>
    </message>
    <message>
        <source>%1 kernels %2 leave more than half of the SMs idle, for %3, and stand between other kernels of their stream.</source>
        <translation>%1 Kernel %2 lassen %3 lang mehr als die Hälfte der SMs frei und stehen zwischen anderen Kerneln ihres Streams.</translation>
    </message>
    <message>
        <source>Only if they need nothing of the kernels around them, and those nothing of them, which no trace shows: give them a stream of their own, and they run side by side.</source>
        <translation>Nur wenn sie von den Kerneln um sie herum nichts brauchen und jene nichts von ihnen, was kein Trace zeigt: auf einem eigenen Stream laufen sie nebeneinander.</translation>
    </message>
    <message>
        <source>the kernels&apos; own time</source>
        <translation>die Zeit der Kernel selbst</translation>
    </message>
    <message>
        <source>Gather</source>
        <translation>Einsammeln</translation>
    </message>
    <message>
        <source>yes: the host gathers the data in one buffer before each joined copy to the device. no: they are made there.</source>
        <translation>yes: Der Host sammelt die Daten vor jeder zusammengelegten Kopie zum Gerät in einem Puffer ein. no: Sie entstehen dort.</translation>
    </message>
    <message>
        <source>Gathering the data in one buffer before each joined copy takes the host %1 us in all, which is in the prediction.</source>
        <translation>Die Daten vor jeder zusammengelegten Kopie in einem Puffer einzusammeln, kostet den Host insgesamt %1 us; das ist in der Vorhersage.</translation>
    </message>
    <message>
        <source>The data must be made side by side in one buffer. Where they have to be gathered first, that takes the host up to %1 us, which is in the range and not in the prediction (gather=yes has it there).</source>
        <translation>Die Daten müssen nebeneinander in einem Puffer entstehen. Wo sie erst eingesammelt werden müssen, kostet das den Host bis zu %1 us; das ist im Bereich und nicht in der Vorhersage (mit gather=yes schon).</translation>
    </message>
    <message>
        <source>Wait later</source>
        <translation>Später warten</translation>
    </message>
    <message>
        <source>The host waits for the selected synchronisations only before it uses their stream again; one with the device waits for the stream of the last copy back.</source>
        <translation>Der Host wartet auf die gewählten Synchronisationen erst, bevor er ihren Stream wieder benutzt; statt auf das Gerät wartet er auf den Stream der letzten Kopie zurück.</translation>
    </message>
    <message>
        <source>Each stream has buffers of its own, and the host needs a result only when its stream is used again.</source>
        <translation>Jeder Stream hat eigene Puffer, und der Host braucht ein Ergebnis erst, wenn sein Stream wieder benutzt wird.</translation>
    </message>
    <message>
        <source>1 synchronisation waits later.</source>
        <translation>1 Synchronisation wartet später.</translation>
    </message>
    <message>
        <source>%1 synchronisations wait later.</source>
        <translation>%1 Synchronisationen warten später.</translation>
    </message>
    <message>
        <source>1 synchronisation stays: its stream is what the host uses next, or nothing follows.</source>
        <translation>1 Synchronisation bleibt: Der Host benutzt als Nächstes ihren Stream, oder es folgt nichts.</translation>
    </message>
    <message>
        <source>%1 synchronisations stay: their stream is what the host uses next, or nothing follows.</source>
        <translation>%1 Synchronisationen bleiben: Der Host benutzt als Nächstes ihren Stream, oder es folgt nichts.</translation>
    </message>
    <message>
        <source>1 synchronisation stays: no stream is known that it waits for.</source>
        <translation>1 Synchronisation bleibt: Auf welchen Stream sie wartet, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>%1 synchronisations stay: no stream is known that they wait for.</source>
        <translation>%1 Synchronisationen bleiben: Auf welchen Stream sie warten, ist nicht bekannt.</translation>
    </message>
    <message>
        <source>The one change that was tried wins less than 3 %: the run is at %1</source>
        <translation>Die eine Änderung, die versucht wurde, gewinnt weniger als 3 %: Der Lauf ist bei %1</translation>
    </message>
    <message>
        <source>The one change that was tried wins less than 3 %.</source>
        <translation>Die eine Änderung, die versucht wurde, gewinnt weniger als 3 %.</translation>
    </message>
    <message>
        <source>Another one would win %1 %, under a condition.</source>
        <translation>Eine weitere gewänne %1 %, unter einer Bedingung.</translation>
    </message>
    <message>
        <source>Operators that come again sooner find warmer caches: the work of the host for them takes %1 us less.</source>
        <translation>Operatoren, die eher wiederkommen, finden wärmere Caches: Die Arbeit des Hosts für sie dauert %1 us kürzer.</translation>
    </message>
    <message>
        <source>%1 us of work of the host to launch what was joined and to wait for it went.</source>
        <translation>%1 us Arbeit des Hosts, um das Zusammengefasste zu starten und darauf zu warten, fielen weg.</translation>
    </message>
    <message>
        <source>The runs with instruments took %1 less than the plain ones, which do what the bars do not show.</source>
        <translation>Die Läufe mit Instrumenten dauerten %1 kürzer als die reinen, und die tun, was die Balken nicht zeigen.</translation>
    </message>
    <message>
        <source>Between their calls the host is taken to write the next piece: of that time stays what the bytes take, %1 us in all. The rest went with the calls.</source>
        <translation>Zwischen ihren Aufrufen schreibt der Host vermutlich das nächste Stück: von dieser Zeit bleibt, was die Bytes brauchen, insgesamt %1 us. Der Rest ging mit den Aufrufen.</translation>
    </message>
    <message>
        <source>%1 collectives waited %2 for other ranks, by the shortest of the same bytes or, where all waited, by what their link takes: predicted is that the other ranks change alike; the range has these waits shorter or longer, and with ranks as slow as in the trace it takes %3.</source>
        <translation>%1 Collectives warteten %2 auf andere Ranks, nach den kürzesten mit denselben Bytes oder, wo alle warteten, nach dem, was ihre Verbindung braucht: vorhergesagt ist, dass sich die anderen Ranks ebenso ändern; im Bereich ist dieses Warten kürzer oder länger, und mit Ranks so langsam wie im Trace dauert es %3.</translation>
    </message>
    <message>
        <source>1 copy to the device reads what the host has just written: from the caches of its cores that takes about twice as long as from memory.</source>
        <translation>1 Kopie zum Gerät liest, was der Host gerade geschrieben hat: aus den Caches seiner Kerne dauert das etwa doppelt so lang wie aus dem Speicher.</translation>
    </message>
    <message>
        <source>%1 copies to the device read what the host has just written: from the caches of its cores that takes about twice as long as from memory.</source>
        <translation>%1 Kopien zum Gerät lesen, was der Host gerade geschrieben hat: aus den Caches seiner Kerne dauert das etwa doppelt so lang wie aus dem Speicher.</translation>
    </message>
    <message>
        <source>CUPTI does not know a stream: %1</source>
        <translation>CUPTI kennt einen Stream nicht: %1</translation>
    </message>
    <message>
        <source>clocks are not compared: %1</source>
        <translation>Uhren werden nicht verglichen: %1</translation>
    </message>
    <message>
        <source>CUPTI&apos;s clock serves one device only</source>
        <translation>CUPTIs Uhr dient nur einem Gerät</translation>
    </message>
    <message>
        <source>CUPTI&apos;s clock serves several host threads only without graphs and per-thread default streams</source>
        <translation>CUPTIs Uhr dient mehreren Host-Threads nur ohne Graphen und Default-Streams je Thread</translation>
    </message>
    <message>
        <source>%1; events take its place.</source>
        <translation>%1; Events treten an ihre Stelle.</translation>
    </message>
    <message>
        <source>calls of two host threads on one stream overlapped</source>
        <translation>Aufrufe zweier Host-Threads in einem Stream überlappten sich</translation>
    </message>
    <message>
        <source>In a trace, which does not show data: a copy to the device needs nothing before it (its buffers are used in turn), nor does a host function that makes its data; a copy back and other host functions need what stands before them, and a kernel needs both sides.</source>
        <translation>In einem Trace, der keine Daten zeigt: eine Kopie zum Gerät braucht nichts davor (ihre Puffer werden abwechselnd benutzt), ebenso eine Host-Funktion, die ihre Daten macht; eine Kopie zurück und andere Host-Funktionen brauchen, was vor ihnen steht, und ein Kernel braucht beide Seiten.</translation>
    </message>
    <message>
        <source>1 graph is several launches here: its first nodes ran before the call had handed over the rest.</source>
        <translation>1 Graph ist hier mehrere Starts: seine ersten Knoten liefen, bevor der Aufruf den Rest übergeben hatte.</translation>
    </message>
    <message>
        <source>%1 graphs are several launches each here: their first nodes ran before the call had handed over the rest.</source>
        <translation>%1 Graphen sind hier je mehrere Starts: ihre ersten Knoten liefen, bevor der Aufruf den Rest übergeben hatte.</translation>
    </message>
    <message>
        <source>1 wait of a graph&apos;s node for one of another branch was concluded from times.</source>
        <translation>1 Warten eines Knotens eines Graphen auf einen eines anderen Zweiges wurde aus Zeiten geschlossen.</translation>
    </message>
    <message>
        <source>%1 waits of graphs&apos; nodes for those of other branches were concluded from times.</source>
        <translation>%1 Mal, dass Knoten von Graphen auf solche anderer Zweige warten, wurden aus Zeiten geschlossen.</translation>
    </message>
    <message>
        <source>%1 of the waits for events were this order with the NULL stream, and are none.</source>
        <translation>%1 der Waits auf Events waren diese Ordnung mit dem NULL-Stream und sind keine.</translation>
    </message>
    <message>
        <source>No change is sure to win 3 % (tried: %1). %2 may: %3 % are predicted, %4 to %5 in four cases of five, against %6 now.</source>
        <translation>Keine Änderung gewinnt sicher 3 % (ausprobiert: %1). %2 vielleicht: %3 % sind vorhergesagt, %4 bis %5 in vier von fünf Fällen, gegen jetzt %6.</translation>
    </message>
    <message>
        <source>The buffers name all data. In a trace, which names none, the selected operations need nothing of one another, but all others of their stream before them.</source>
        <translation>Die Puffer nennen alle Daten. In einem Trace, der keine nennt, brauchen die ausgewählten Operationen nichts voneinander, aber alle anderen ihres Streams vor ihnen.</translation>
    </message>
    <message>
        <source>A trace does not show which operations need one another: select those that do not (spread:kernel NAME).</source>
        <translation>Ein Trace zeigt nicht, welche Operationen einander brauchen: die auswählen, die es nicht tun (spread:kernel NAME).</translation>
    </message>
    <message>
        <source>A trace does not show data: the selected operations are taken to need nothing of one another, but all others of their stream before them, and to be needed by those behind them.</source>
        <translation>Ein Trace zeigt keine Daten: Angenommen wird, dass die ausgewählten Operationen nichts voneinander brauchen, aber alle anderen ihres Streams vor ihnen, und dass die hinter ihnen sie brauchen.</translation>
    </message>
    <message>
        <source>The kernels of %1 streams wait %2 times until a result is copied back, before they make the next one.</source>
        <translation>Die Kernel von %1 Streams warten %2 Mal, bis ein Ergebnis zurückkopiert ist, ehe sie das nächste berechnen.</translation>
    </message>
    <message>
        <source>Chains of a stream work on neighbouring data, and their kernels can do so in one launch; in a trace not across a host function of the stream.</source>
        <translation>Ketten eines Streams bearbeiten benachbarte Daten, und ihre Kernel können das in einem Start; in einem Trace nicht über eine Host-Funktion des Streams hinweg.</translation>
    </message>
    <message>
        <source>Python is taken to need %1 to turn to another stream %2 times.</source>
        <translation>Es wird angenommen, dass Python %1 braucht, um %2-mal zu einem anderen Stream zu wechseln.</translation>
    </message>
    <message>
        <source>1 host function is left out: nothing in the file waited for it.</source>
        <translation>1 Host-Funktion fehlt: Nichts in der Datei wartete auf sie.</translation>
    </message>
    <message>
        <source>%1 host functions are left out: nothing in the file waited for them.</source>
        <translation>%1 Host-Funktionen fehlen: Nichts in der Datei wartete auf sie.</translation>
    </message>
    <message>
        <source>Kernels that ran together and wanted more SMs than there are are taken to have waited for them: alone each would be shorter.</source>
        <translation>Kernel, die zugleich liefen und mehr SMs wollten, als es gibt, haben demnach aufeinander gewartet: allein wäre jeder kürzer.</translation>
    </message>
    <message>
        <source>The blocks of 1 kernel ask for more than this device gives a block: they have the most that it gives.</source>
        <translation>Die Blöcke von 1 Kernel verlangen mehr, als dieses Gerät einem Block gibt: Sie haben das meiste, was es gibt.</translation>
    </message>
    <message>
        <source>The blocks of %1 kernels ask for more than this device gives a block: they have the most that it gives.</source>
        <translation>Die Blöcke von %1 Kerneln verlangen mehr, als dieses Gerät einem Block gibt: Sie haben das meiste, was es gibt.</translation>
    </message>
    <message>
        <source>1 operation was issued before the range and had not ended: it is there at the begin.</source>
        <translation>1 Operation war vor dem Bereich ausgelöst worden und noch nicht zu Ende: Sie steht am Anfang.</translation>
    </message>
    <message>
        <source>%1 operations were issued before the range and had not ended: they are there at the begin.</source>
        <translation>%1 Operationen waren vor dem Bereich ausgelöst worden und noch nicht zu Ende: Sie stehen am Anfang.</translation>
    </message>
    <message>
        <source>there is nothing to replay: no operation of a GPU ran or was issued in this range</source>
        <translation>für ein Replay ist nichts da: In diesem Bereich lief keine Operation einer GPU, und keine wurde ausgelöst</translation>
    </message>
    <message>
        <source>The program runs on %1 already.</source>
        <translation>Das Programm läuft schon auf %1.</translation>
    </message>
    <message>
        <source>no operation is left, and a program needs one; give it a filter that finds fewer</source>
        <translation>keine Operation bleibt übrig, und ein Programm braucht eine; einen Filter angeben, der weniger findet</translation>
    </message>
    <message>
        <source>1 kernel takes longer, as it shares SMs with others now.</source>
        <translation>1 Kernel braucht länger, weil er sich jetzt SMs mit anderen teilt.</translation>
    </message>
    <message>
        <source>%1 kernels take longer, as they share SMs with others now.</source>
        <translation>%1 Kernel brauchen länger, weil sie sich jetzt SMs mit anderen teilen.</translation>
    </message>
    <message>
        <source>1 kernel takes less time, as fewer others share its SMs now.</source>
        <translation>1 Kernel braucht weniger Zeit, weil sich jetzt weniger andere seine SMs teilen.</translation>
    </message>
    <message>
        <source>%1 kernels take less time, as fewer others share their SMs now.</source>
        <translation>%1 Kernel brauchen weniger Zeit, weil sich jetzt weniger andere ihre SMs teilen.</translation>
    </message>
</context>
<context>
    <name>streamscope</name>
    <message>
        <source>Replace the file?</source>
        <translation>Datei ersetzen?</translation>
    </message>
    <message>
        <source>%1 is there already. Replace it?</source>
        <translation>%1 gibt es schon. Ersetzen?</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation>Ungespeicherte Änderungen</translation>
    </message>
    <message>
        <source>Save the changes to these %1 documents?

%2</source>
        <translation>Die Änderungen an diesen %1 Dokumenten speichern?

%2</translation>
    </message>
    <message>
        <source>Save the changes to “%1”?</source>
        <translation>Die Änderungen an „%1“ speichern?</translation>
    </message>
    <message>
        <source>What is not saved is lost.</source>
        <translation>Was nicht gespeichert ist, geht verloren.</translation>
    </message>
    <message>
        <source>StreamScope speaks the chosen language when it is started again.</source>
        <translation>StreamScope spricht die gewählte Sprache, wenn es das nächste Mal gestartet wird.</translation>
    </message>
    <message>
        <source>Baseline and this run on one axis</source>
        <translation>Basis und dieser Lauf auf einer Achse</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Basis</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>each run is drawn from 0 to 100 % of its own time; times in words are as they were</source>
        <translation>jeder Lauf ist von 0 bis 100 % seiner eigenen Zeit gezeichnet; Zeiten in Worten bleiben, wie sie waren</translation>
    </message>
    <message>
        <source>&lt;h3&gt;StreamScope %1&lt;/h3&gt;&lt;p&gt;A desktop lab for CUDA streams: run an experiment, see what each copy and kernel did and what it waited for.&lt;/p&gt;&lt;p&gt;Qt %2&lt;br&gt;CUDA: %3&lt;/p&gt;&lt;p&gt;Licence: GPL-3.0-or-later, with an additional permission under section 7 to combine it with NVIDIA&apos;s CUDA runtime libraries (cudart, CUPTI, NVML, NCCL). There is no warranty. Charts are drawn by Qt Charts (GPL-3.0). The font DejaVu Sans is part of the program.&lt;/p&gt;</source>
        <translation>&lt;h3&gt;StreamScope %1&lt;/h3&gt;&lt;p&gt;Ein Labor für CUDA-Streams auf dem Desktop: ein Experiment ausführen und sehen, was jede Kopie und jeder Kernel getan und worauf sie gewartet haben.&lt;/p&gt;&lt;p&gt;Qt %2&lt;br&gt;CUDA: %3&lt;/p&gt;&lt;p&gt;Lizenz: GPL-3.0-or-later, mit einer zusätzlichen Erlaubnis nach Abschnitt 7, es mit den CUDA-Laufzeitbibliotheken von NVIDIA (cudart, CUPTI, NVML, NCCL) zu verbinden. Ohne jede Gewährleistung. Diagramme zeichnet Qt Charts (GPL-3.0). Die Schrift DejaVu Sans ist Teil des Programms.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>not looked for yet</source>
        <translation>noch nicht gesucht</translation>
    </message>
    <message>
        <source>About StreamScope</source>
        <translation>Über StreamScope</translation>
    </message>
    <message>
        <source>A timeline to draw on</source>
        <translation>Eine Zeitleiste zum Zeichnen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>predicted %1</source>
        <translation>%1 vorhergesagt</translation>
    </message>
    <message>
        <source>by the model %1 (%2)</source>
        <translation>vom Modell %1 (%2)</translation>
    </message>
    <message>
        <source>it was not run</source>
        <translation>es wurde nicht ausgeführt</translation>
    </message>
    <message>
        <source>clock: %1</source>
        <translation>Uhr: %1</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>Makespan</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Speedup</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Step length</source>
        <translation>Schrittlänge</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>Exposed communication</source>
        <translation>Unverdeckte Kommunikation</translation>
    </message>
    <message>
        <source>Exposed copies</source>
        <translation>Unverdeckte Kopien</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Waits for others</source>
        <translation>Warten auf andere</translation>
    </message>
    <message>
        <source>From the begin of a step to the begin of the next one.</source>
        <translation>Vom Beginn eines Schritts bis zum Beginn des nächsten.</translation>
    </message>
    <message>
        <source>At least one kernel that does not communicate ran.</source>
        <translation>Mindestens ein Kernel lief, der nicht kommuniziert.</translation>
    </message>
    <message>
        <source>Collectives ran, and no other kernel.</source>
        <translation>Collectives liefen und kein anderer Kernel.</translation>
    </message>
    <message>
        <source>Copies ran, and no kernel.</source>
        <translation>Kopien liefen und kein Kernel.</translation>
    </message>
    <message>
        <source>Nothing ran.</source>
        <translation>Nichts lief.</translation>
    </message>
    <message>
        <source>From its own start of each collective to the last start on any rank.</source>
        <translation>Vom eigenen Start jedes Collectives bis zum letzten Start auf irgendeinem Rank.</translation>
    </message>
    <message>
        <source>“%1” is no variable: write NAME=value</source>
        <translation>„%1“ ist keine Variable: NAME=Wert schreiben</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>Makespan of each repeat (simulated: the model gives the same each time)</source>
        <translation>Makespan jeder Wiederholung (simuliert: das Modell gibt jedes Mal dasselbe)</translation>
    </message>
    <message>
        <source>Makespan of each plain repeat</source>
        <translation>Makespan jedes reinen Laufs</translation>
    </message>
    <message>
        <source>repeat</source>
        <translation>Wiederholung</translation>
    </message>
    <message>
        <source>plain run</source>
        <translation>reiner Lauf</translation>
    </message>
    <message>
        <source>median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>How often which makespan</source>
        <translation>Wie oft welcher Makespan</translation>
    </message>
    <message>
        <source>runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1 (%2, here %3)</source>
        <translation>%1 (%2, hier %3)</translation>
    </message>
    <message>
        <source>%1 × in both</source>
        <translation>%1 × in beiden</translation>
    </message>
    <message>
        <source>%1 ×, here %2 ×</source>
        <translation>%1 ×, hier %2 ×</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Duration</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>On the GPU, from its first start to its last end</source>
        <translation>Auf der GPU, vom ersten Start bis zum letzten Ende</translation>
    </message>
    <message>
        <source>On the host</source>
        <translation>Auf dem Host</translation>
    </message>
    <message>
        <source>Median step</source>
        <translation>Median-Schritt</translation>
    </message>
    <message>
        <source>From the median</source>
        <translation>Vom Median</translation>
    </message>
    <message>
        <source>Odd</source>
        <translation>Auffällig</translation>
    </message>
    <message>
        <source>it is the farthest from the median</source>
        <translation>er ist am weitesten vom Median entfernt</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Told by</source>
        <translation>Zu erkennen an</translation>
    </message>
    <message>
        <source>Compared with %1</source>
        <translation>Verglichen mit %1</translation>
    </message>
    <message>
        <source>Longer by</source>
        <translation>Länger um</translation>
    </message>
    <message>
        <source>Host longer by</source>
        <translation>Host länger um</translation>
    </message>
    <message>
        <source>More operations</source>
        <translation>Mehr Operationen</translation>
    </message>
    <message>
        <source>Every name takes the same time</source>
        <translation>Jeder Name braucht dieselbe Zeit</translation>
    </message>
    <message>
        <source>Names that take another time</source>
        <translation>Namen, die eine andere Zeit brauchen</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Andere</translation>
    </message>
    <message>
        <source>%1 names with smaller differences</source>
        <translation>%1 Namen mit kleineren Unterschieden</translation>
    </message>
    <message>
        <source>Streams active</source>
        <translation>Aktive Streams</translation>
    </message>
    <message>
        <source>streams active</source>
        <translation>aktive Streams</translation>
    </message>
    <message>
        <source>Streams with an operation that runs; waiting does not count</source>
        <translation>Streams mit einer Operation, die läuft; Warten zählt nicht</translation>
    </message>
    <message>
        <source>%1 bandwidth</source>
        <translation>%1-Bandbreite</translation>
    </message>
    <message>
        <source>The bytes of each copy, spread over the time that it ran</source>
        <translation>Die Bytes jeder Kopie, verteilt über die Zeit, die sie lief</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>On the GPU</source>
        <translation>Auf der GPU</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Unterschied</translation>
    </message>
    <message>
        <source>Ranges on the GPU</source>
        <translation>Ranges auf der GPU</translation>
    </message>
    <message numerus="yes">
        <source>%n range(s), each from the first start to the last end of what it issued</source>
        <translation>
            <numerusform>%n Range, vom ersten Start bis zum letzten Ende dessen, was sie ausgelöst hat</numerusform>
            <numerusform>%n Ranges, jede vom ersten Start bis zum letzten Ende dessen, was sie ausgelöst hat</numerusform>
        </translation>
    </message>
    <message>
        <source>Ranges</source>
        <translation>Ranges</translation>
    </message>
    <message>
        <source>Python frame</source>
        <translation>Python-Frame</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>System call</source>
        <translation>Systemaufruf</translation>
    </message>
    <message>
        <source>Domain</source>
        <translation>Domäne</translation>
    </message>
    <message>
        <source>Began</source>
        <translation>Beginn</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>sleeps or waits</source>
        <translation>schläft oder wartet</translation>
    </message>
    <message numerus="yes">
        <source>%n Python frame(s)</source>
        <translation>
            <numerusform>%n Python-Frame</numerusform>
            <numerusform>%n Python-Frames</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n operator(s) and range(s)</source>
        <translation>
            <numerusform>%n Operator oder Range</numerusform>
            <numerusform>%n Operatoren und Ranges</numerusform>
        </translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
    <message>
        <source>Host thread %1</source>
        <translation>Host-Thread %1</translation>
    </message>
    <message>
        <source>Python on %1</source>
        <translation>Python auf %1</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>of this time</source>
        <translation>dieser Zeit</translation>
    </message>
    <message>
        <source>Queue depth</source>
        <translation>Tiefe der Warteschlange</translation>
    </message>
    <message>
        <source>operations queued</source>
        <translation>Operationen in der Warteschlange</translation>
    </message>
    <message>
        <source>Operations that the host has issued and that have not started</source>
        <translation>Operationen, die der Host ausgelöst hat und die noch nicht gestartet sind</translation>
    </message>
    <message>
        <source>SMs busy</source>
        <translation>Belegte SMs</translation>
    </message>
    <message>
        <source>of %1 SMs busy</source>
        <translation>von %1 SMs belegt</translation>
    </message>
    <message>
        <source>SMs on which at least one recorded block runs</source>
        <translation>SMs, auf denen mindestens ein aufgezeichneter Block läuft</translation>
    </message>
    <message>
        <source>%1: %2  ·  %3  ·  %4</source>
        <translation>%1: %2  ·  %3  ·  %4</translation>
    </message>
    <message>
        <source>outlined: %1 is predicted, nothing ran</source>
        <translation>umrissen: in %1 vorhergesagt, nichts lief</translation>
    </message>
    <message>
        <source>▲ broken line: longer than in %1</source>
        <translation>▲ gestrichelte Linie: länger als in %1</translation>
    </message>
    <message>
        <source>▼ unbroken line: shorter than in %1</source>
        <translation>▼ durchgezogene Linie: kürzer als in %1</translation>
    </message>
    <message>
        <source>dashed frame: only in one of the two</source>
        <translation>gestrichelter Rahmen: nur in einem von beiden</translation>
    </message>
    <message>
        <source>%1 %2 (single line)</source>
        <translation>in %1 %2 (einfache Linie)</translation>
    </message>
    <message>
        <source>%1 %2 (double line)</source>
        <translation>in %1 %2 (doppelte Linie)</translation>
    </message>
    <message>
        <source>Operations of the critical path: %1</source>
        <translation>Operationen des kritischen Pfads: %1</translation>
    </message>
    <message>
        <source>%1 (ran %2 % longer)</source>
        <translation>%1 (lief %2 % länger)</translation>
    </message>
    <message>
        <source>%1 (ran %2 % shorter)</source>
        <translation>%1 (lief %2 % kürzer)</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Fold</source>
        <translation>Faltung</translation>
    </message>
    <message>
        <source>opened %1</source>
        <translation>geöffnet %1</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>the other run does not record it</source>
        <translation>der andere Lauf zeichnet es nicht auf</translation>
    </message>
    <message>
        <source>In %1</source>
        <translation>In %1</translation>
    </message>
    <message>
        <source>a trace, which does not record this as an operation</source>
        <translation>ein Trace, der dies nicht als Operation aufzeichnet</translation>
    </message>
    <message>
        <source>no operation of this kind and name is left to match it</source>
        <translation>keine Operation dieser Art und dieses Namens ist dafür übrig</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>at the same time of both runs</source>
        <translation>zur selben Zeit beider Läufe</translation>
    </message>
    <message>
        <source>%1 later in this run</source>
        <translation>%1 später in diesem Lauf</translation>
    </message>
    <message>
        <source>%1 earlier in this run</source>
        <translation>%1 früher in diesem Lauf</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt;, %2: %3&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt;, %2: %3&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1 matched here, in %2</source>
        <translation>%1 hier zugeordnet, in %2</translation>
    </message>
    <message>
        <source>Change of all</source>
        <translation>Änderung insgesamt</translation>
    </message>
    <message>
        <source>%1, here</source>
        <translation>%1, hier</translation>
    </message>
    <message>
        <source>Streams, engines and SMs</source>
        <translation>Streams, Engines und SMs</translation>
    </message>
    <message>
        <source>By stream</source>
        <translation>Nach Stream</translation>
    </message>
    <message>
        <source>By engine</source>
        <translation>Nach Engine</translation>
    </message>
    <message>
        <source>By device</source>
        <translation>Nach Gerät</translation>
    </message>
    <message>
        <source>By SM</source>
        <translation>Nach SM</translation>
    </message>
    <message>
        <source>Kernel, coloured by stream</source>
        <translation>Kernel, nach Stream gefärbt</translation>
    </message>
    <message>
        <source>Kernel, coloured by chunk</source>
        <translation>Kernel, nach Chunk gefärbt</translation>
    </message>
    <message numerus="yes">
        <source> … (%n more)</source>
        <translation>
            <numerusform> … (%n weiterer)</numerusform>
            <numerusform> … (%n weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>pale and striped: ready, waiting for an engine</source>
        <translation>blass gestreift: bereit, wartet auf eine Engine</translation>
    </message>
    <message>
        <source>whiskers: quartiles of the start (upper) and of the duration (lower)</source>
        <translation>Striche: Quartile des Starts (oben) und der Dauer (unten)</translation>
    </message>
    <message>
        <source>✗ crossed: wrong data came back</source>
        <translation>✗ durchgekreuzt: falsche Daten kamen zurück</translation>
    </message>
    <message>
        <source>? broken line: no data came back that could be checked</source>
        <translation>? gestrichelte Linie: es kamen keine Daten zurück, die sich prüfen ließen</translation>
    </message>
    <message>
        <source>none (host)</source>
        <translation>keine (Host)</translation>
    </message>
    <message>
        <source>%1 (priority %2)</source>
        <translation>%1 (Priorität %2)</translation>
    </message>
    <message>
        <source>Issued</source>
        <translation>Ausgelöst</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>API call</source>
        <translation>API-Aufruf</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Waited</source>
        <translation>Gewartet</translation>
    </message>
    <message>
        <source>not at all</source>
        <translation>gar nicht</translation>
    </message>
    <message>
        <source>copy engine, host to device</source>
        <translation>Copy Engine, Host zum Gerät</translation>
    </message>
    <message>
        <source>H2D copies</source>
        <translation>H2D-Kopien</translation>
    </message>
    <message>
        <source>copy engine, device to host</source>
        <translation>Copy Engine, Gerät zum Host</translation>
    </message>
    <message>
        <source>D2H copies</source>
        <translation>D2H-Kopien</translation>
    </message>
    <message>
        <source>copies on the device</source>
        <translation>Kopien auf dem Gerät</translation>
    </message>
    <message>
        <source>D2D copies</source>
        <translation>D2D-Kopien</translation>
    </message>
    <message>
        <source>copies between devices</source>
        <translation>Kopien zwischen Geräten</translation>
    </message>
    <message>
        <source>peer copies</source>
        <translation>Peer-Kopien</translation>
    </message>
    <message>
        <source>compute (SMs)</source>
        <translation>Rechenwerke (SMs)</translation>
    </message>
    <message>
        <source>kernels</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 (simulated, not measured)</source>
        <translation>%1 (simuliert, nicht gemessen)</translation>
    </message>
    <message>
        <source>%1 (CUDA events)</source>
        <translation>%1 (CUDA-Events)</translation>
    </message>
    <message>
        <source>%1 (CUDA events, start corrected by the engine&apos;s order)</source>
        <translation>%1 (CUDA-Events, Start nach der Reihenfolge der Engine berichtigt)</translation>
    </message>
    <message>
        <source>%1 (stamped by the kernel)</source>
        <translation>%1 (vom Kernel gestempelt)</translation>
    </message>
    <message>
        <source>%1 (end seen in the destination, start from the engine&apos;s order)</source>
        <translation>%1 (Ende im Ziel gesehen, Start aus der Reihenfolge der Engine)</translation>
    </message>
    <message>
        <source>%1 (of several steps: no run had these times)</source>
        <translation>%1 (aus mehreren Schritten: kein Lauf hatte diese Zeiten)</translation>
    </message>
    <message>
        <source>%1 (no run had these times)</source>
        <translation>%1 (kein Lauf hatte diese Zeiten)</translation>
    </message>
    <message>
        <source>%1, in steps of %2</source>
        <translation>%1, in Stufen von %2</translation>
    </message>
    <message>
        <source>Launched</source>
        <translation>Gestartet mit</translation>
    </message>
    <message>
        <source>%1 blocks of %2 threads</source>
        <translation>%1 Blöcke zu %2 Threads</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>%1 per thread</source>
        <translation>%1 je Thread</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>%1 per block</source>
        <translation>%1 je Block</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>median %1, quartiles %2, all %3</source>
        <translation>Median %1, Quartile %2, alle %3</translation>
    </message>
    <message>
        <source>in %1 of %2 steps</source>
        <translation>in %1 von %2 Schritten</translation>
    </message>
    <message>
        <source>Folded</source>
        <translation>Gefaltet</translation>
    </message>
    <message>
        <source>Called from</source>
        <translation>Aufgerufen von</translation>
    </message>
    <message>
        <source>called by</source>
        <translation>aufgerufen von</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Returned</source>
        <translation>Zurückgekehrt</translation>
    </message>
    <message>
        <source>Queue latency</source>
        <translation>Warteschlange</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>Host thread</source>
        <translation>Host-Thread</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>%1 on stream %2</source>
        <translation>%1 auf Stream %2</translation>
    </message>
    <message>
        <source>stream %1</source>
        <translation>Stream %1</translation>
    </message>
    <message>
        <source>queue latency %1</source>
        <translation>in der Schlange %1</translation>
    </message>
    <message>
        <source>duration: %1</source>
        <translation>Dauer: %1</translation>
    </message>
    <message>
        <source>start: %1</source>
        <translation>Start: %1</translation>
    </message>
    <message>
        <source>the longest of %1 operations in this pixel: zoom in to tell them apart</source>
        <translation>die längste von %1 Operationen in diesem Pixel: zum Unterscheiden vergrößern</translation>
    </message>
    <message>
        <source>an event</source>
        <translation>ein Event</translation>
    </message>
    <message>
        <source>its stream</source>
        <translation>seinen Stream</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>den Host</translation>
    </message>
    <message>
        <source>%1 for %2: %3</source>
        <translation>%1 auf %2: %3</translation>
    </message>
    <message>
        <source>started %1 after its call</source>
        <translation>startete %1 nach ihrem Aufruf</translation>
    </message>
    <message>
        <source>waited %1 after its call</source>
        <translation>wartete %1 nach ihrem Aufruf</translation>
    </message>
    <message>
        <source>did not wait</source>
        <translation>wartete nicht</translation>
    </message>
    <message>
        <source>waited %1</source>
        <translation>wartete %1</translation>
    </message>
    <message>
        <source>none, it started before the call ended</source>
        <translation>keine, sie startete vor dem Ende des Aufrufs</translation>
    </message>
    <message>
        <source>%1 from the call&apos;s end to the start</source>
        <translation>%1 vom Ende des Aufrufs bis zum Start</translation>
    </message>
    <message>
        <source>host thread %1</source>
        <translation>Host-Thread %1</translation>
    </message>
    <message>
        <source>returned %1</source>
        <translation>kehrte %1 zurück</translation>
    </message>
    <message>
        <source>its operation started %1 after the call</source>
        <translation>ihre Operation startete %1 nach dem Aufruf</translation>
    </message>
    <message>
        <source>, %1 after its end</source>
        <translation>, %1 nach seinem Ende</translation>
    </message>
    <message>
        <source>%1 without changes, predicted on %2</source>
        <translation>%1 ohne Änderungen, vorhergesagt auf %2</translation>
    </message>
    <message>
        <source>%1 measured; replayed on %2: %3</source>
        <translation>%1 gemessen; Replay auf %2: %3</translation>
    </message>
    <message>
        <source>the same time</source>
        <translation>dieselbe Zeit</translation>
    </message>
    <message>
        <source>%1 off</source>
        <translation>%1 Abweichung</translation>
    </message>
    <message>
        <source>no gain</source>
        <translation>kein Gewinn</translation>
    </message>
    <message>
        <source>%1 → %2 predicted (%3)</source>
        <translation>%1 → %2 vorhergesagt (%3)</translation>
    </message>
    <message>
        <source>%1 measured</source>
        <translation>%1 gemessen</translation>
    </message>
    <message>
        <source>%1, %2 without pauses</source>
        <translation>%1, %2 ohne Pausen</translation>
    </message>
    <message>
        <source>%1 unchanged</source>
        <translation>%1 unverändert</translation>
    </message>
    <message>
        <source>, %1 in four cases of five</source>
        <translation>, %1 in vier von fünf Fällen</translation>
    </message>
    <message>
        <source>, on %1</source>
        <translation>, auf %1</translation>
    </message>
    <message>
        <source>Without the profiler: %1.</source>
        <translation>Ohne den Profiler: %1.</translation>
    </message>
    <message>
        <source>Assumes: %1</source>
        <translation>Setzt voraus: %1</translation>
    </message>
    <message>
        <source>Only %1 to %2 of the trace</source>
        <translation>Nur %1 bis %2 des Trace</translation>
    </message>
    <message>
        <source>The median of the plain runs, which carry no instrumentation</source>
        <translation>Der Median der reinen Läufe, die keine Instrumentierung tragen</translation>
    </message>
    <message>
        <source>In the picture</source>
        <translation>Im Bild</translation>
    </message>
    <message>
        <source>From the first to the last time of the run that is drawn</source>
        <translation>Von der ersten bis zur letzten Zeit des gezeichneten Laufs</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>At least one copy, kernel, memset or collective ran</source>
        <translation>Mindestens eine Kopie, ein Kernel, ein Memset oder ein Collective lief</translation>
    </message>
    <message>
        <source>How long at least one of this kind ran</source>
        <translation>Wie lange mindestens eine Operation dieser Art lief</translation>
    </message>
    <message>
        <source>Copies hidden</source>
        <translation>Kopien verdeckt</translation>
    </message>
    <message>
        <source>Share of the time of copies in which kernels ran, too</source>
        <translation>Anteil der Kopierzeit, in dem auch Kernel liefen</translation>
    </message>
    <message>
        <source>%1%2 percentage points</source>
        <translation>%1%2 Prozentpunkte</translation>
    </message>
    <message>
        <source>First operation to last.</source>
        <translation>Von der ersten bis zur letzten Operation.</translation>
    </message>
    <message>
        <source>First operation to last, of the one instrumented run: there were no plain runs.</source>
        <translation>Von der ersten bis zur letzten Operation des einen instrumentierten Laufs: reine Läufe gab es nicht.</translation>
    </message>
    <message>
        <source>First operation to last, of the one simulated run: the model gives the same each time.</source>
        <translation>Von der ersten bis zur letzten Operation des einen simulierten Laufs: das Modell gibt jedes Mal dasselbe.</translation>
    </message>
    <message>
        <source>Four measurements in five lie in the range, by the residuals of this model.</source>
        <translation>Vier von fünf Messungen liegen in diesem Bereich, nach den bisherigen Abweichungen dieses Modells.</translation>
    </message>
    <message>
        <source>First operation to last: the median of the plain runs, which carry no instrumentation.
Median %1, minimum %2, %3 run(s).</source>
        <translation>Von der ersten bis zur letzten Operation: der Median der reinen Läufe, die keine Instrumentierung tragen.
Median %1, Minimum %2, %3 Läufe.</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <source>The fastest of the plain runs.</source>
        <translation>Der schnellste der reinen Läufe.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Plain runs behind the median. Warm-up runs are not counted.</source>
        <translation>Reine Läufe hinter dem Median. Aufwärmläufe zählen nicht.</translation>
    </message>
    <message>
        <source>chain</source>
        <translation>Kette</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>Seriell</translation>
    </message>
    <message>
        <source>The sum of the times that the operations take alone: one after the other.</source>
        <translation>Die Summe der Zeiten, die die Operationen allein brauchen: eine nach der anderen.</translation>
    </message>
    <message>
        <source>Serial divided by makespan.</source>
        <translation>Seriell geteilt durch Makespan.</translation>
    </message>
    <message>
        <source>Kernels ran</source>
        <translation>Kernel liefen</translation>
    </message>
    <message>
        <source>%1 (%2 %)</source>
        <translation>%1 (%2 %)</translation>
    </message>
    <message>
        <source>The time in which at least one kernel ran. The file does not say how much of the SMs they used.</source>
        <translation>Die Zeit, in der mindestens ein Kernel lief. Die Datei sagt nicht, wie viel der SMs sie belegten.</translation>
    </message>
    <message>
        <source>Bound</source>
        <translation>Schranke</translation>
    </message>
    <message>
        <source>No schedule of this work is shorter. The limit: %1.</source>
        <translation>Kein Ablauf dieser Arbeit ist kürzer. Begrenzt durch %1.</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Bound divided by makespan: 100 % means that no other schedule is shorter.</source>
        <translation>Schranke geteilt durch Makespan: 100 % heißt, dass kein anderer Ablauf kürzer ist.</translation>
    </message>
    <message>
        <source>SMs used</source>
        <translation>SMs genutzt</translation>
    </message>
    <message>
        <source>What the kernels took of all SMs during the makespan. Operations that wait for each other leave the rest idle, and only other operations could use it.</source>
        <translation>Was die Kernel während des Makespans von allen SMs belegten. Operationen, die aufeinander warten, lassen den Rest frei; nur andere Operationen könnten ihn nutzen.</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>✓ verified</source>
        <translation>✓ geprüft</translation>
    </message>
    <message>
        <source>✗ WRONG DATA</source>
        <translation>✗ FALSCHE DATEN</translation>
    </message>
    <message>
        <source>n/a (simulated)</source>
        <translation>– (simuliert)</translation>
    </message>
    <message>
        <source>nothing to check</source>
        <translation>nichts zu prüfen</translation>
    </message>
    <message>
        <source>Instrumentation</source>
        <translation>Instrumentierung</translation>
    </message>
    <message>
        <source>%1%2 %</source>
        <translation>%1%2 %</translation>
    </message>
    <message>
        <source>The run in the picture took %1, the median of all instrumented ones %2; the makespan is that of plain runs.%3</source>
        <translation>Der Lauf im Bild dauerte %1, der Median aller instrumentierten %2; der Makespan ist der reiner Läufe.%3</translation>
    </message>
    <message>
        <source> It costs more than 5 %: read the picture with care.</source>
        <translation> Sie kostet mehr als 5 %: das Bild mit Vorsicht lesen.</translation>
    </message>
    <message>
        <source>What this process did once, before it could run anything, by the host&apos;s clock. It is in no makespan.</source>
        <translation>Was dieser Prozess einmal tat, bevor er etwas ausführen konnte, nach der Uhr des Hosts. Es steckt in keinem Makespan.</translation>
    </message>
    <message>
        <source>Start-up</source>
        <translation>Anlauf</translation>
    </message>
    <message>
        <source>%1 (host)</source>
        <translation>%1 (Host)</translation>
    </message>
    <message>
        <source>The median duration of the folded steps, each from its first start to its last end.</source>
        <translation>Die mediane Dauer der gefalteten Schritte, jeder vom ersten Start bis zum letzten Ende.</translation>
    </message>
    <message>
        <source>Quartiles</source>
        <translation>Quartile</translation>
    </message>
    <message>
        <source>Half of the folded steps take this long.</source>
        <translation>Die Hälfte der gefalteten Schritte dauert so lange.</translation>
    </message>
    <message>
        <source>Shortest to longest</source>
        <translation>Kürzester bis längster</translation>
    </message>
    <message>
        <source>Of the folded steps.</source>
        <translation>Der gefalteten Schritte.</translation>
    </message>
    <message>
        <source>Operations that at least half of these steps have. Left out: %1.</source>
        <translation>Operationen, die mindestens die Hälfte dieser Schritte hat. Weggelassen: %1.</translation>
    </message>
</context>
<context>
    <name>streamscope::AdviceActions</name>
    <message>
        <source>A run is at work on the device: stop it (Esc), or wait for it.</source>
        <translation>Auf dem Gerät läuft noch ein Lauf: anhalten (Esc) oder abwarten.</translation>
    </message>
    <message>
        <source>apply %1</source>
        <translation>%1 anwenden</translation>
    </message>
    <message>
        <source>No change could be tried: %1</source>
        <translation>Keine Änderung ließ sich ausprobieren: %1</translation>
    </message>
    <message>
        <source>The prediction comes from the other machine. To go on with %1, fetch the trace to this computer.</source>
        <translation>Die Vorhersage kommt von der anderen Maschine. Um mit %1 weiterzumachen, hole den Trace auf diesen Rechner.</translation>
    </message>
</context>
<context>
    <name>streamscope::BackgroundTask</name>
    <message>
        <source>Not enough host memory for this.</source>
        <translation>Der Speicher des Hosts reicht dafür nicht.</translation>
    </message>
    <message>
        <source>Work in the background failed.</source>
        <translation>Die Arbeit im Hintergrund ist gescheitert.</translation>
    </message>
</context>
<context>
    <name>streamscope::BarsView</name>
    <message>
        <source>A timeline to draw on</source>
        <translation>Eine Zeitleiste zum Zeichnen</translation>
    </message>
    <message>
        <source>Drag each bar to the time at which it starts. Or mark a bar with Up and Down, and move it with Left and Right.</source>
        <translation>Jeden Balken zu der Zeit ziehen, zu der er startet. Oder einen Balken mit Auf und Ab wählen und mit Links und Rechts bewegen.</translation>
    </message>
    <message>
        <source>A timeline</source>
        <translation>Eine Zeitleiste</translation>
    </message>
</context>
<context>
    <name>streamscope::CodeActions</name>
    <message>
        <source>A trace has no code of its own. Its advice says what to change in the program that was recorded, and stands here in code when it is there.</source>
        <translation>Ein Trace hat keinen eigenen Code. Sein Rat sagt, was im aufgezeichneten Programm zu ändern ist, und steht hier als Code, sobald er da ist.</translation>
    </message>
    <message>
        <source>The code is on the clipboard.</source>
        <translation>Der Code ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>Save the code</source>
        <translation>Code speichern</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>streamscope::CodePage</name>
    <message>
        <source>Language of the code</source>
        <translation>Sprache des Codes</translation>
    </message>
    <message>
        <source>Removed lines</source>
        <translation>Entfernte Zeilen</translation>
    </message>
    <message>
        <source>Show the lines that the changes took away in their places</source>
        <translation>Die Zeilen, die die Änderungen entfernt haben, an ihrem Platz zeigen</translation>
    </message>
    <message>
        <source>To the change before</source>
        <translation>Zur Änderung davor</translation>
    </message>
    <message>
        <source>To the next change</source>
        <translation>Zur nächsten Änderung</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the whole code, without removed lines</source>
        <translation>Den ganzen Code kopieren, ohne entfernte Zeilen</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Write the code into a file</source>
        <translation>Den Code in eine Datei schreiben</translation>
    </message>
    <message>
        <source>what the advice means in the program that was recorded; its names are guessed</source>
        <translation>was der Rat im aufgezeichneten Programm bedeutet; die Namen dort sind geraten</translation>
    </message>
    <message>
        <source>+%1 −%2 lines since it was saved</source>
        <translation>+%1 −%2 Zeilen seit dem Speichern</translation>
    </message>
    <message>
        <source>left out: %1</source>
        <translation>weggelassen: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::CodeView</name>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>streamscope::CollectivesModel</name>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Its last start on any rank, in the timeline.</source>
        <translation>Sein letzter Start auf irgendeinem Rank, in der Zeitleiste.</translation>
    </message>
    <message>
        <source>Collective</source>
        <translation>Collective</translation>
    </message>
    <message>
        <source>Kind and communicator, as the files name them.</source>
        <translation>Art und Kommunikator, wie die Dateien sie nennen.</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>That take part and whose clocks are known.</source>
        <translation>Die teilnehmen und deren Uhren bekannt sind.</translation>
    </message>
    <message>
        <source>Starts last</source>
        <translation>Startet zuletzt</translation>
    </message>
    <message>
        <source>The rank for which the others wait.</source>
        <translation>Der Rank, auf den die anderen warten.</translation>
    </message>
    <message>
        <source>Skew</source>
        <translation>Versatz</translation>
    </message>
    <message>
        <source>From the first start to the last start.</source>
        <translation>Vom ersten bis zum letzten Start.</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>From each rank&apos;s start to the last start, summed over ranks.</source>
        <translation>Vom Start jedes Ranks bis zum letzten Start, summiert über die Ranks.</translation>
    </message>
    <message>
        <source>Transfer</source>
        <translation>Transfer</translation>
    </message>
    <message>
        <source>The shortest duration: the last rank waits for nobody.</source>
        <translation>Die kürzeste Dauer: der letzte Rank wartet auf niemanden.</translation>
    </message>
    <message>
        <source>Algorithm</source>
        <translation>Algorithmus</translation>
    </message>
    <message>
        <source>Bytes over transfer.</source>
        <translation>Bytes durch Transfer.</translation>
    </message>
    <message>
        <source>Bus</source>
        <translation>Bus</translation>
    </message>
    <message>
        <source>What a link carries for it, as nccl-tests counts it.</source>
        <translation>Was eine Verbindung dafür trägt, wie nccl-tests es zählt.</translation>
    </message>
    <message>
        <source>%1, group %2</source>
        <translation>%1, Gruppe %2</translation>
    </message>
</context>
<context>
    <name>streamscope::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Words of a command</source>
        <translation>Wörter eines Befehls</translation>
    </message>
    <message>
        <source>Type words of a command</source>
        <translation>Wörter eines Befehls eingeben</translation>
    </message>
</context>
<context>
    <name>streamscope::CompareActions</name>
    <message>
        <source>Runs of this session</source>
        <translation>Läufe dieser Sitzung</translation>
    </message>
    <message>
        <source>None yet but this one</source>
        <translation>Noch keiner außer diesem</translation>
    </message>
    <message>
        <source>Compare with a run or a trace</source>
        <translation>Mit einem Lauf oder Trace vergleichen</translation>
    </message>
    <message>
        <source>Runs and traces (%1);;All files (*)</source>
        <translation>Läufe und Traces (%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Kept as the baseline: %1. The change of the next run is counted from it.</source>
        <translation>Als Basis behalten: %1. Die Änderung des nächsten Laufs zählt ab ihm.</translation>
    </message>
</context>
<context>
    <name>streamscope::ComparisonBar</name>
    <message>
        <source>Comparison</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Axis</source>
        <translation>Achse</translation>
    </message>
    <message>
        <source>Absolute time</source>
        <translation>Absolute Zeit</translation>
    </message>
    <message>
        <source>Each run 0 – 100 %</source>
        <translation>Jeder Lauf 0 – 100 %</translation>
    </message>
    <message>
        <source>Both from their own start in real time, or each drawn over the whole width</source>
        <translation>Beide ab ihrem eigenen Start in Echtzeit, oder jeder über die ganze Breite gezeichnet</translation>
    </message>
    <message>
        <source>✕ Close</source>
        <translation>✕ Schließen</translation>
    </message>
    <message>
        <source>Back to the one run</source>
        <translation>Zurück zu dem einen Lauf</translation>
    </message>
    <message>
        <source>⇅ Swap</source>
        <translation>⇅ Tauschen</translation>
    </message>
    <message>
        <source>Count the changes from the other run</source>
        <translation>Die Änderungen vom anderen Lauf aus zählen</translation>
    </message>
</context>
<context>
    <name>streamscope::ComparisonController</name>
    <message>
        <source>Comparing</source>
        <translation>Vergleich läuft</translation>
    </message>
    <message>
        <source>Running on %1</source>
        <translation>Läuft auf %1</translation>
    </message>
</context>
<context>
    <name>streamscope::ComparisonDocument</name>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>%1: two runs</source>
        <translation>%1: zwei Läufe</translation>
    </message>
    <message>
        <source>%1: %2 → %3</source>
        <translation>%1: %2 → %3</translation>
    </message>
</context>
<context>
    <name>streamscope::ComparisonPanel</name>
    <message>
        <source>Compare (in the tool bar) puts another run, a file or the prediction beside the run that is shown, as its baseline.</source>
        <translation>Vergleichen (in der Werkzeugleiste) stellt neben den gezeigten Lauf einen anderen, eine Datei oder die Vorhersage als seine Basis.</translation>
    </message>
    <message>
        <source>Totals of both runs</source>
        <translation>Summen beider Läufe</translation>
    </message>
    <message>
        <source>Totals</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter: part of a name, kernel, stream:2, &gt; 1ms …</source>
        <translation>Filter: Teil eines Namens, kernel, stream:2, &gt; 1ms …</translation>
    </message>
    <message>
        <source>Which operations</source>
        <translation>Welche Operationen</translation>
    </message>
    <message>
        <source>All operations</source>
        <translation>Alle Operationen</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geänderte</translation>
    </message>
    <message>
        <source>Only in %1</source>
        <translation>Nur in %1</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>The selected rows, or all of them, for a spreadsheet</source>
        <translation>Die gewählten Zeilen, oder alle, für eine Tabellenkalkulation</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>In der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>streamscope::DeviceChooser</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>The GPU that runs, a real or a simulated one</source>
        <translation>Die GPU, die ausführt: eine echte oder eine simulierte</translation>
    </message>
    <message>
        <source>Default device</source>
        <translation>Standardgerät</translation>
    </message>
    <message>
        <source>Default (%1)</source>
        <translation>Standard (%1)</translation>
    </message>
    <message>
        <source>The GPU that runs, a real or a simulated one.
CUDA: %1</source>
        <translation>Die GPU, die ausführt: eine echte oder eine simulierte.
CUDA: %1</translation>
    </message>
    <message>
        <source>No real GPU: %1</source>
        <translation>Keine echte GPU: %1</translation>
    </message>
    <message>
        <source>Add machine…</source>
        <translation>Maschine hinzufügen…</translation>
    </message>
</context>
<context>
    <name>streamscope::DevicePanel</name>
    <message>
        <source>Copy engines</source>
        <translation>Copy Engines</translation>
    </message>
    <message>
        <source>Concurrent kernels</source>
        <translation>Gleichzeitige Kernel</translation>
    </message>
    <message>
        <source>The properties appear when the device is known.</source>
        <translation>Die Eigenschaften erscheinen, wenn das Gerät bekannt ist.</translation>
    </message>
    <message>
        <source>Device %1</source>
        <translation>Gerät %1</translation>
    </message>
    <message>
        <source>As far as the file says.</source>
        <translation>Soweit die Datei es sagt.</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Behalten</translation>
    </message>
</context>
<context>
    <name>streamscope::DifferencesModel</name>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Kind and name; matched by kind, name, chunk and stream, the n-th with the n-th</source>
        <translation>Art und Name; zugeordnet nach Art, Name, Chunk und Stream, das n-te dem n-ten</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>In baseline → in this run, where they differ</source>
        <translation>In der Basis → in diesem Lauf, wo sie sich unterscheiden</translation>
    </message>
    <message>
        <source>Baseline start µs</source>
        <translation>Basis: Start µs</translation>
    </message>
    <message>
        <source>From the start of the baseline</source>
        <translation>Ab dem Start der Basis</translation>
    </message>
    <message>
        <source>This run start µs</source>
        <translation>Dieser Lauf: Start µs</translation>
    </message>
    <message>
        <source>From the start of this run</source>
        <translation>Ab dem Start dieses Laufs</translation>
    </message>
    <message>
        <source>Baseline duration µs</source>
        <translation>Basis: Dauer µs</translation>
    </message>
    <message>
        <source>This run duration µs</source>
        <translation>Dieser Lauf: Dauer µs</translation>
    </message>
    <message>
        <source>Change µs</source>
        <translation>Änderung µs</translation>
    </message>
    <message>
        <source>From baseline to this run: + is longer in this run. Sorted by size; the sign does not count</source>
        <translation>Von der Basis zu diesem Lauf: + ist länger in diesem Lauf. Nach Größe sortiert; das Vorzeichen zählt nicht</translation>
    </message>
    <message>
        <source>Change %</source>
        <translation>Änderung %</translation>
    </message>
    <message>
        <source>Of the duration in the baseline</source>
        <translation>Der Dauer in der Basis</translation>
    </message>
</context>
<context>
    <name>streamscope::DocumentTabs</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close all others</source>
        <translation>Alle anderen schließen</translation>
    </message>
</context>
<context>
    <name>streamscope::DraftBuffersModel</name>
    <message>
        <source>Buffer</source>
        <translation>Puffer</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Use</source>
        <translation>Benutzung</translation>
    </message>
    <message>
        <source>Its operation names no buffer and so has this one for itself. Write a name under Reads or Writes to have one that others use, too.</source>
        <translation>Seine Operation nennt keinen Puffer und hat darum diesen für sich. Ein Name unter „Liest“ oder „Schreibt“ gibt ihr einen, den auch andere benutzen.</translation>
    </message>
</context>
<context>
    <name>streamscope::DraftOperationsModel</name>
    <message>
        <source>Operation</source>
        <translation>Operation</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Work</source>
        <translation>Arbeit</translation>
    </message>
    <message>
        <source>Duration (µs)</source>
        <translation>Dauer (µs)</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Event</translation>
    </message>
    <message>
        <source>Reads</source>
        <translation>Liest</translation>
    </message>
    <message>
        <source>Writes</source>
        <translation>Schreibt</translation>
    </message>
    <message>
        <source>Thread</source>
        <translation>Thread</translation>
    </message>
</context>
<context>
    <name>streamscope::DraftStreamsModel</name>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Flags</source>
        <translation>Flags</translation>
    </message>
    <message>
        <source>Priority</source>
        <translation>Priorität</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
</context>
<context>
    <name>streamscope::ExperimentPanel</name>
    <message>
        <source>Filter of the experiments</source>
        <translation>Filter der Experimente</translation>
    </message>
    <message>
        <source>Filter experiments</source>
        <translation>Experimente filtern</translation>
    </message>
</context>
<context>
    <name>streamscope::ExperimentTree</name>
    <message>
        <source>Experiments and presets</source>
        <translation>Experimente und Presets</translation>
    </message>
    <message>
        <source>
Choose it for its defaults.</source>
        <translation>
Auswählen für seine Standardwerte.</translation>
    </message>
    <message>
        <source>Published examples</source>
        <translation>Veröffentlichte Beispiele</translation>
    </message>
    <message>
        <source>Start here</source>
        <translation>Hier anfangen</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
</context>
<context>
    <name>streamscope::ExplanationView</name>
    <message>
        <source>What this shows</source>
        <translation>Was das zeigt</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;✎ Changed, so the numbers above are of other values:&lt;/b&gt; %1&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;✎ Geändert, die Zahlen oben sind darum von anderen Werten:&lt;/b&gt; %1&lt;/p&gt;</translation>
    </message>
</context>
<context>
    <name>streamscope::ExportActions</name>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>There is nothing to export yet: press Run (F5) first.</source>
        <translation>Noch gibt es nichts zu exportieren: erst Ausführen (F5) drücken.</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>The picture of the whole run is on the clipboard.</source>
        <translation>Das Bild des ganzen Laufs ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>The picture is on the clipboard.</source>
        <translation>Das Bild ist in der Zwischenablage.</translation>
    </message>
    <message>
        <source>dashed frames: </source>
        <translation>gestrichelte Rahmen: </translation>
    </message>
    <message>
        <source>Exporting %1: %2 %</source>
        <translation>%1 wird exportiert: %2 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stopped: %1 was not exported.</source>
        <translation>Gestoppt: %1 wurde nicht exportiert.</translation>
    </message>
    <message>
        <source>the picture</source>
        <translation>das Bild</translation>
    </message>
</context>
<context>
    <name>streamscope::FactList</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
</context>
<context>
    <name>streamscope::FileActions</name>
    <message>
        <source>Open the folder with the traces of the ranks</source>
        <translation>Den Ordner mit den Traces der Ranks öffnen</translation>
    </message>
    <message>
        <source>%1 was open already, with changes that are not saved.</source>
        <translation>%1 war schon offen, mit ungespeicherten Änderungen.</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Open readable part</source>
        <translation>Lesbaren Teil öffnen</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>Open a preset, a program, a trace, a session or a lesson</source>
        <translation>Preset, Programm, Trace, Sitzung oder Lektion öffnen</translation>
    </message>
    <message>
        <source>Presets, programs, traces, sessions and lessons (%1 *.streamscope *.md);;All files (*)</source>
        <translation>Presets, Programme, Traces, Sitzungen und Lektionen (%1 *.streamscope *.md);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Save “%1”</source>
        <translation>„%1“ speichern</translation>
    </message>
    <message>
        <source>Presets and programs (*.json)</source>
        <translation>Presets und Programme (*.json)</translation>
    </message>
</context>
<context>
    <name>streamscope::FindingsPanel</name>
    <message>
        <source>ℹ Info</source>
        <translation>ℹ Info</translation>
    </message>
    <message>
        <source>➤ Hint</source>
        <translation>➤ Tipp</translation>
    </message>
    <message>
        <source>⚠ Warning</source>
        <translation>⚠ Warnung</translation>
    </message>
    <message>
        <source>✖ Problem</source>
        <translation>✖ Problem</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>vorhergesagt</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Anwenden</translation>
    </message>
    <message>
        <source>Show the code</source>
        <translation>Code zeigen</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Befunde</translation>
    </message>
    <message>
        <source>&lt;p&gt;Trying changes…&lt;/p&gt;</source>
        <translation>&lt;p&gt;Änderungen werden ausprobiert…&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Nothing stands out in this run.&lt;/p&gt;</source>
        <translation>&lt;p&gt;An diesem Lauf fällt nichts auf.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;✎ Note&lt;/b&gt;&lt;br&gt;%1&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;✎ Anmerkung&lt;/b&gt;&lt;br&gt;%1&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;Reasons and suggestions appear here after a run.&lt;/p&gt;</source>
        <translation>&lt;p&gt;Gründe und Vorschläge erscheinen hier nach einem Lauf.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;a href=&quot;run:&quot;&gt;Run (F5)&lt;/a&gt;&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;a href=&quot;run:&quot;&gt;Ausführen (F5)&lt;/a&gt;&lt;/p&gt;</translation>
    </message>
    <message>
        <source>%1: %2 of %3…</source>
        <translation>%1: %2 von %3…</translation>
    </message>
</context>
<context>
    <name>streamscope::HelpActions</name>
    <message>
        <source>The manual is not beside this program: share/doc/streamscope/manual has no index.md. Install the whole package, or read docs/ in the sources.</source>
        <translation>Das Handbuch liegt nicht neben diesem Programm: share/doc/streamscope/manual hat keine index.md. Das ganze Paket installieren oder docs/ in den Quellen lesen.</translation>
    </message>
    <message>
        <source>not looked for yet</source>
        <translation>noch nicht gesucht</translation>
    </message>
    <message>
        <source>, driver %1</source>
        <translation>, Treiber %1</translation>
    </message>
    <message>
        <source>chosen: %1</source>
        <translation>gewählt: %1</translation>
    </message>
    <message>
        <source>Save the report</source>
        <translation>Bericht speichern</translation>
    </message>
    <message>
        <source>Markdown (*.md)</source>
        <translation>Markdown (*.md)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
</context>
<context>
    <name>streamscope::KeysDialog</name>
    <message>
        <source>Timeline shortcuts</source>
        <translation>Tastenkürzel der Zeitleiste</translation>
    </message>
    <message>
        <source>&amp;Preset</source>
        <translation>&amp;Preset</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was es tut</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>&amp;Assign</source>
        <translation>&amp;Zuweisen</translation>
    </message>
    <message>
        <source>&amp;Reset</source>
        <translation>Zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>The wheel zooms at the pointer, the right button moves the picture, the middle button zooms to what it is dragged over.</source>
        <translation>Das Rad zoomt am Zeiger, die rechte Taste verschiebt das Bild, die mittlere zoomt auf das, worüber sie gezogen wird.</translation>
    </message>
    <message>
        <source>Ctrl+wheel zooms at the pointer, the wheel scrolls, Shift+drag and the middle button move the picture.</source>
        <translation>Strg+Rad zoomt am Zeiger, das Rad blättert, Umschalt+Ziehen und die mittlere Taste verschieben das Bild.</translation>
    </message>
    <message>
        <source>Dragging selects a range, Ctrl+click measures to the selected operation, a double click shows one operation. Ctrl+1 … 9 keep a view, 1 … 9 go back to it.</source>
        <translation>Ziehen wählt einen Bereich, Strg+Klick misst bis zur gewählten Operation, ein Doppelklick zeigt eine Operation. Strg+1 … 9 merken eine Ansicht, 1 … 9 gehen dorthin zurück.</translation>
    </message>
</context>
<context>
    <name>streamscope::LandscapeCurve</name>
    <message>
        <source>Predicted makespan over %1</source>
        <translation>Vorhergesagter Makespan über %1</translation>
    </message>
    <message>
        <source>%1 at %2</source>
        <translation>%1 bei %2</translation>
    </message>
    <message>
        <source>Predicted: %1</source>
        <translation>Vorhergesagt: %1</translation>
    </message>
    <message>
        <source>cannot run</source>
        <translation>geht nicht</translation>
    </message>
    <message>
        <source>; this knob changes it by less than 1 %</source>
        <translation>; dieser Regler ändert ihn um weniger als 1 %</translation>
    </message>
    <message>
        <source>; fastest %1, slowest %2</source>
        <translation>; am schnellsten %1, am langsamsten %2</translation>
    </message>
</context>
<context>
    <name>streamscope::LaneControls</name>
    <message>
        <source>&amp;Unfold</source>
        <translation>Auf&amp;klappen</translation>
    </message>
    <message>
        <source>Un&amp;pin</source>
        <translation>&amp;Lösen</translation>
    </message>
    <message>
        <source>&amp;Pin on top</source>
        <translation>Oben &amp;anheften</translation>
    </message>
    <message>
        <source>&amp;Hide</source>
        <translation>Ausblende&amp;n</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move &amp;down</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>&amp;Taller</source>
        <translation>&amp;Höher</translation>
    </message>
    <message>
        <source>&amp;Shorter</source>
        <translation>&amp;Flacher</translation>
    </message>
    <message numerus="yes">
        <source>Show &amp;all lanes (%n hidden)</source>
        <translation>
            <numerusform>Alle S&amp;puren zeigen (%n ausgeblendet)</numerusform>
            <numerusform>Alle S&amp;puren zeigen (%n ausgeblendet)</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Restore order and heights</source>
        <translation>&amp;Reihenfolge und Höhen zurücksetzen</translation>
    </message>
    <message>
        <source>Show &amp;counters</source>
        <translation>&amp;Zähler zeigen</translation>
    </message>
</context>
<context>
    <name>streamscope::LessonActions</name>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>It runs on the default device.</source>
        <translation>Es läuft auf dem Standardgerät.</translation>
    </message>
    <message>
        <source>It runs on %1.</source>
        <translation>Es läuft auf %1.</translation>
    </message>
    <message>
        <source>change it</source>
        <translation>ändern</translation>
    </message>
    <message>
        <source>change it (%1)</source>
        <translation>ändern (%1)</translation>
    </message>
    <message>
        <source>Save the sheet</source>
        <translation>Blatt speichern</translation>
    </message>
    <message>
        <source>PDF (*.pdf)</source>
        <translation>PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Wrote %1</source>
        <translation>%1 geschrieben</translation>
    </message>
    <message>
        <source>Lesson %1: %2</source>
        <translation>Lektion %1: %2</translation>
    </message>
    <message>
        <source>Lesson: %1</source>
        <translation>Lektion: %1</translation>
    </message>
    <message>
        <source>The runs of the last time cannot be read. Run them again. %1</source>
        <translation>Die Läufe vom letzten Mal sind nicht lesbar. Sie müssen noch einmal laufen. %1</translation>
    </message>
    <message>
        <source>These runs are not kept for the next time: %1</source>
        <translation>Diese Läufe bleiben nicht bis zum nächsten Mal: %1</translation>
    </message>
    <message>
        <source>These runs are from %1.</source>
        <translation>Diese Läufe sind vom %1.</translation>
    </message>
</context>
<context>
    <name>streamscope::LessonAnswerView</name>
    <message>
        <source>You drew nothing. As it ran:</source>
        <translation>Nichts gezeichnet. So lief es:</translation>
    </message>
    <message>
        <source>You gave no answer. It is: %1</source>
        <translation>Keine Antwort gegeben. Sie ist: %1</translation>
    </message>
    <message>
        <source>**✓ Right.** %1</source>
        <translation>**✓ Richtig.** %1</translation>
    </message>
    <message>
        <source>**✗ Not this time.** %1</source>
        <translation>**✗ Diesmal nicht.** %1</translation>
    </message>
    <message>
        <source>**✗ Not this time.** It is: %1</source>
        <translation>**✗ Diesmal nicht.** Sie ist: %1</translation>
    </message>
    <message>
        <source>As it ran</source>
        <translation>Wie es lief</translation>
    </message>
    <message>
        <source>Answer %1</source>
        <translation>Antwort %1</translation>
    </message>
    <message>
        <source>As it ran:</source>
        <translation>So lief es:</translation>
    </message>
</context>
<context>
    <name>streamscope::LessonPanel</name>
    <message>
        <source>To the lesson before</source>
        <translation>Zur vorigen Lektion</translation>
    </message>
    <message>
        <source>To the next lesson</source>
        <translation>Zur nächsten Lektion</translation>
    </message>
    <message>
        <source>Print sheet…</source>
        <translation>Blatt drucken…</translation>
    </message>
    <message>
        <source>Write the lesson as a sheet for students: a PDF</source>
        <translation>Die Lektion als Blatt für Studierende schreiben: ein PDF</translation>
    </message>
    <message>
        <source>Start again</source>
        <translation>Von vorn</translation>
    </message>
    <message>
        <source>Forget the answers and the runs of this lesson</source>
        <translation>Die Antworten und Läufe dieser Lektion vergessen</translation>
    </message>
    <message>
        <source>Choose a lesson in Help › Lessons.</source>
        <translation>Eine Lektion unter Hilfe › Lektionen wählen.</translation>
    </message>
    <message>
        <source>%1. %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>✓ %1: %2 · [Show](show:)</source>
        <translation>✓ %1: %2 · [Zeigen](show:)</translation>
    </message>
    <message>
        <source>On %1</source>
        <translation>Auf %1</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Run this step of the lesson</source>
        <translation>Diesen Schritt der Lektion ausführen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop the runs of the lesson</source>
        <translation>Die Läufe der Lektion anhalten</translation>
    </message>
    <message>
        <source>Run without answering</source>
        <translation>Ohne Antwort ausführen</translation>
    </message>
    <message>
        <source>**✓ This lesson is done.**</source>
        <translation>**✓ Diese Lektion ist fertig.**</translation>
    </message>
    <message>
        <source>One question above has no answer yet.</source>
        <translation>Eine Frage oben hat noch keine Antwort.</translation>
    </message>
    <message>
        <source>%1 questions above have no answer yet.</source>
        <translation>%1 Fragen oben haben noch keine Antwort.</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft…</translation>
    </message>
    <message>
        <source>To run: %1</source>
        <translation>Auszuführen: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::LessonQuestionView</name>
    <message>
        <source>Question %1</source>
        <translation>Frage %1</translation>
    </message>
    <message>
        <source>Your answer, in %1</source>
        <translation>Antwort, in %1</translation>
    </message>
    <message>
        <source>This is no number.</source>
        <translation>Das ist keine Zahl.</translation>
    </message>
    <message>
        <source>Drag each bar to the time at which it starts.</source>
        <translation>Jeden Balken zu der Zeit ziehen, zu der er startet.</translation>
    </message>
</context>
<context>
    <name>streamscope::LessonTaskView</name>
    <message>
        <source>Change it</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Open the knobs</source>
        <translation>Regler öffnen</translation>
    </message>
    <message>
        <source>You may change: %1.</source>
        <translation>Ändern darf man: %1.</translation>
    </message>
    <message>
        <source>**✓ Done** before.</source>
        <translation>**✓ Geschafft**, schon früher.</translation>
    </message>
    <message>
        <source>**✓ Done.** Your last run reaches it.</source>
        <translation>**✓ Geschafft.** Der letzte Lauf erreicht es.</translation>
    </message>
    <message>
        <source>**✓ Done** before. Your last run does not reach it:</source>
        <translation>**✓ Geschafft**, schon früher. Der letzte Lauf erreicht es nicht:</translation>
    </message>
    <message>
        <source>**✗ Not yet.** In your last run:</source>
        <translation>**✗ Noch nicht.** Im letzten Lauf:</translation>
    </message>
    <message>
        <source>**Hint:** %1</source>
        <translation>**Hinweis:** %1</translation>
    </message>
    <message>
        <source>Open the run as an experiment in a tab of its own</source>
        <translation>Den Lauf als Experiment in einem eigenen Tab öffnen</translation>
    </message>
    <message>
        <source>Then turn them on the left and run it (F5). Each run is judged here.</source>
        <translation>Dann links daran drehen und ausführen (F5). Jeder Lauf wird hier beurteilt.</translation>
    </message>
</context>
<context>
    <name>streamscope::LogView</name>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>What the program does is written here.</source>
        <translation>Was das Programm tut, steht hier.</translation>
    </message>
</context>
<context>
    <name>streamscope::Machines</name>
    <message>
        <source>%1. No GPU there: %2</source>
        <translation>%1. Dort ist keine GPU: %2</translation>
    </message>
    <message>
        <source>Connecting …</source>
        <translation>Verbinden …</translation>
    </message>
    <message>
        <source>Copying StreamScope …</source>
        <translation>StreamScope wird kopiert …</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>streamscope::MachinesDialog</name>
    <message>
        <source>connecting</source>
        <translation>verbindet</translation>
    </message>
    <message>
        <source>copying</source>
        <translation>kopiert</translation>
    </message>
    <message>
        <source>ready</source>
        <translation>bereit</translation>
    </message>
    <message>
        <source>not usable</source>
        <translation>nicht nutzbar</translation>
    </message>
    <message>
        <source>&amp;Connect</source>
        <translation>&amp;Verbinden</translation>
    </message>
    <message>
        <source>Add this machine and ask for its GPUs, which then are in the list of devices</source>
        <translation>Diese Maschine hinzufügen und nach ihren GPUs fragen, die dann in der Liste der Geräte stehen</translation>
    </message>
    <message>
        <source>Copy &amp;StreamScope there…</source>
        <translation>&amp;StreamScope dorthin kopieren…</translation>
    </message>
    <message>
        <source>Copy the bundle that this program runs from to the machine, after a question</source>
        <translation>Das Paket, aus dem dieses Programm läuft, nach einer Frage auf die Maschine kopieren</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Take the machine off this list; nothing there changes</source>
        <translation>Die Maschine aus dieser Liste nehmen; dort ändert sich nichts</translation>
    </message>
    <message>
        <source>Machines</source>
        <translation>Maschinen</translation>
    </message>
    <message>
        <source>A host, with user and port where they are not the usual ones, or a name of ~/.ssh/config</source>
        <translation>Ein Host, mit Benutzer und Port, wo sie nicht die üblichen sind, oder ein Name aus ~/.ssh/config</translation>
    </message>
    <message>
        <source>Of StreamScope there. Empty: the login finds it by itself</source>
        <translation>Von StreamScope dort. Leer: der Login findet es selbst</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Host</translation>
    </message>
    <message>
        <source>&amp;Program there</source>
        <translation>&amp;Programm dort</translation>
    </message>
    <message>
        <source>&amp;Another</source>
        <translation>&amp;Weitere</translation>
    </message>
    <message>
        <source>Empty fields, for another machine</source>
        <translation>Leere Felder für eine weitere Maschine</translation>
    </message>
    <message>
        <source>This StreamScope is no unpacked bundle, so it cannot be copied: start the one of streamscope-VERSION-linux-x86_64.tar.gz and copy that, or install the same version on %1.</source>
        <translation>Dieses StreamScope ist kein entpacktes Paket und lässt sich nicht kopieren: das aus streamscope-VERSION-linux-x86_64.tar.gz starten und kopieren, oder dieselbe Version auf %1 installieren.</translation>
    </message>
    <message>
        <source>Copy StreamScope</source>
        <translation>StreamScope kopieren</translation>
    </message>
    <message>
        <source>Copy StreamScope to %1?</source>
        <translation>StreamScope auf %1 kopieren?</translation>
    </message>
    <message>
        <source>%1 of %2 go through ssh, packed, into the folder %3 in your home there. A former copy in that folder is replaced; nothing else there changes.</source>
        <translation>%1 aus %2 gehen gepackt über ssh in den Ordner %3 im dortigen Home-Ordner. Eine frühere Kopie in diesem Ordner wird ersetzt; sonst ändert sich dort nichts.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>The login must ask nothing: it takes a key in ssh-agent or one without a passphrase, and the host must be known here. GPUs of the machine are in the list of devices then.</source>
        <translation>Der Login darf nichts fragen: nötig ist ein Schlüssel im ssh-agent oder einer ohne Passphrase, und der Host muss hier bekannt sein. Die GPUs der Maschine stehen dann in der Liste der Geräte.</translation>
    </message>
</context>
<context>
    <name>streamscope::MainToolBar</name>
    <message>
        <source>Main tools</source>
        <translation>Hauptwerkzeuge</translation>
    </message>
    <message>
        <source> De&amp;vice </source>
        <translation> &amp;Gerät </translation>
    </message>
    <message>
        <source>Repeat</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Plain runs after the warm-up; the makespan is their median</source>
        <translation>Reine Läufe nach dem Aufwärmen; der Makespan ist ihr Median</translation>
    </message>
    <message>
        <source> Repea&amp;t </source>
        <translation> Läu&amp;fe </translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Put another run, a file or the prediction beside the run that is shown</source>
        <translation>Neben den gezeigten Lauf einen anderen, eine Datei oder die Vorhersage stellen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
</context>
<context>
    <name>streamscope::MainWindow</name>
    <message>
        <source>Documents</source>
        <translation>Dokumente</translation>
    </message>
    <message>
        <source>Press Run (F5) to see what each stream and each engine does.

Other presets are on the left; the knobs below them can be changed before each run.</source>
        <translation>Ausführen (F5) drücken, um zu sehen, was jeder Stream und jede Engine tut.

Weitere Presets stehen links; die Regler darunter lassen sich vor jedem Lauf ändern.</translation>
    </message>
    <message>
        <source>Nothing has been recorded yet.

What the program runs on a GPU appears here as it runs.</source>
        <translation>Noch wurde nichts aufgezeichnet.

Was das Programm auf einer GPU ausführt, erscheint hier, während es läuft.</translation>
    </message>
    <message>
        <source>This trace holds no operation of a GPU.</source>
        <translation>Dieser Trace enthält keine Operation einer GPU.</translation>
    </message>
    <message>
        <source>The trace is being read, or could not be read.</source>
        <translation>Der Trace wird gelesen oder ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source> — Fold</source>
        <translation> — Faltung</translation>
    </message>
    <message>
        <source> — Trace</source>
        <translation> — Trace</translation>
    </message>
    <message>
        <source> — Comparison</source>
        <translation> — Vergleich</translation>
    </message>
    <message>
        <source> — Simulated</source>
        <translation> — Simuliert</translation>
    </message>
    <message>
        <source>On the clipboard: %1</source>
        <translation>In der Zwischenablage: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::ManualWindow</name>
    <message>
        <source>StreamScope: manual</source>
        <translation>StreamScope: Handbuch</translation>
    </message>
    <message>
        <source>&amp;Contents</source>
        <translation>&amp;Inhalt</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>&amp;Forward</source>
        <translation>&amp;Vor</translation>
    </message>
    <message>
        <source>Find in this page</source>
        <translation>Auf dieser Seite suchen</translation>
    </message>
    <message>
        <source>This page is there in English only.</source>
        <translation>Diese Seite gibt es nur auf Englisch.</translation>
    </message>
</context>
<context>
    <name>streamscope::MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>Meldung schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>⚠ Error</source>
        <translation>⚠ Fehler</translation>
    </message>
    <message>
        <source>Error: %1</source>
        <translation>Fehler: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::NamesModel</name>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Kernels without return type, namespaces and arguments</source>
        <translation>Kernel ohne Rückgabetyp, Namensräume und Argumente</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Operations of this name</source>
        <translation>Operationen dieses Namens</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Summe</translation>
    </message>
    <message>
        <source>Summed over the operations, which may run at the same time</source>
        <translation>Summiert über die Operationen, die auch gleichzeitig laufen können</translation>
    </message>
    <message>
        <source>%</source>
        <translation>%</translation>
    </message>
    <message>
        <source>Of the total of all rows</source>
        <translation>Der Summe aller Zeilen</translation>
    </message>
    <message>
        <source>Min</source>
        <translation>Min</translation>
    </message>
    <message>
        <source>The shortest operation</source>
        <translation>Die kürzeste Operation</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Max</source>
        <translation>Max</translation>
    </message>
    <message>
        <source>The longest operation</source>
        <translation>Die längste Operation</translation>
    </message>
    <message>
        <source>First use</source>
        <translation>Zuerst</translation>
    </message>
    <message>
        <source>When the first of them starts</source>
        <translation>Wann die erste von ihnen startet</translation>
    </message>
</context>
<context>
    <name>streamscope::NamesPanel</name>
    <message>
        <source>Operations that count</source>
        <translation>Operationen, die zählen</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
    <message>
        <source>Visible span</source>
        <translation>Sichtbarer Ausschnitt</translation>
    </message>
    <message>
        <source>Selected range</source>
        <translation>Gewählter Bereich</translation>
    </message>
    <message>
        <source>Found operations</source>
        <translation>Gefundene Operationen</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter: words of the name or the kind</source>
        <translation>Filter: Wörter des Namens oder der Art</translation>
    </message>
    <message>
        <source>What rows are told apart by</source>
        <translation>Woran die Zeilen unterschieden werden</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>By operator</source>
        <translation>Nach Operator</translation>
    </message>
    <message>
        <source>By range</source>
        <translation>Nach Range</translation>
    </message>
    <message>
        <source>By module</source>
        <translation>Nach Modul</translation>
    </message>
    <message>
        <source>By stack</source>
        <translation>Nach Stack</translation>
    </message>
    <message>
        <source>By call</source>
        <translation>Nach Aufruf</translation>
    </message>
    <message>
        <source>Operations by name</source>
        <translation>Operationen nach Namen</translation>
    </message>
    <message>
        <source>Show the first one in the timeline</source>
        <translation>Die erste in der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>Show the longest one in the timeline</source>
        <translation>Die längste in der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>%1 summed over %2 operations of %3 names</source>
        <translation>%1 summiert über %2 Operationen mit %3 Namen</translation>
    </message>
    <message>
        <source>µs</source>
        <translation>µs</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Durations of %1</source>
        <translation>Dauern von %1</translation>
    </message>
</context>
<context>
    <name>streamscope::OpenDocuments</name>
    <message>
        <source>Not opened again: %1</source>
        <translation>Nicht wieder geöffnet: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::OpenRemoteDialog</name>
    <message>
        <source>Open remote trace</source>
        <translation>Entfernten Trace öffnen</translation>
    </message>
    <message>
        <source>A host, with user and port where they are not the usual ones, or a name of ~/.ssh/config</source>
        <translation>Ein Host, mit Benutzer und Port, wo sie nicht die üblichen sind, oder ein Name aus ~/.ssh/config</translation>
    </message>
    <message>
        <source>On that machine; ~/ is the home there. All formats that open from here open there, too.</source>
        <translation>Auf jener Maschine; ~/ ist der dortige Home-Ordner. Alle Formate, die sich hier öffnen lassen, öffnen sich auch dort.</translation>
    </message>
    <message>
        <source>The trace is read there, and only what is looked at travels here.</source>
        <translation>Der Trace wird dort gelesen, und nur, was angesehen wird, kommt hierher.</translation>
    </message>
    <message>
        <source>&amp;Host</source>
        <translation>&amp;Host</translation>
    </message>
    <message>
        <source>&amp;Path there</source>
        <translation>&amp;Pfad dort</translation>
    </message>
</context>
<context>
    <name>streamscope::OperationsModel</name>
    <message>
        <source>#</source>
        <translation>#</translation>
    </message>
    <message>
        <source>Order in which the host issued them</source>
        <translation>Reihenfolge, in der der Host sie ausgelöst hat</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>As in the CSV</source>
        <translation>Wie in der CSV</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Stream</source>
        <translation>Stream</translation>
    </message>
    <message>
        <source>Engine</source>
        <translation>Engine</translation>
    </message>
    <message>
        <source>The unit that executed it</source>
        <translation>Die Einheit, die sie ausgeführt hat</translation>
    </message>
    <message>
        <source>Chunk</source>
        <translation>Chunk</translation>
    </message>
    <message>
        <source>Which piece of the work</source>
        <translation>Welches Stück der Arbeit</translation>
    </message>
    <message>
        <source>Bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Bytes by the time of executing, in decimal gigabytes per second</source>
        <translation>Bytes durch Ausführungszeit, in dezimalen Gigabyte pro Sekunde</translation>
    </message>
    <message>
        <source>Issue µs</source>
        <translation>Ausgelöst µs</translation>
    </message>
    <message>
        <source>The host called the API</source>
        <translation>Der Host hat die API aufgerufen</translation>
    </message>
    <message>
        <source>Ready µs</source>
        <translation>Bereit µs</translation>
    </message>
    <message>
        <source>Its stream reached it: everything before it in the stream and every event it waits for is done</source>
        <translation>Ihr Stream ist bei ihr angekommen: alles davor im Stream und jedes Event, auf das sie wartet, ist fertig</translation>
    </message>
    <message>
        <source>Start µs</source>
        <translation>Start µs</translation>
    </message>
    <message>
        <source>It began to execute</source>
        <translation>Ihre Ausführung begann</translation>
    </message>
    <message>
        <source>End µs</source>
        <translation>Ende µs</translation>
    </message>
    <message>
        <source>It was done</source>
        <translation>Sie war fertig</translation>
    </message>
    <message>
        <source>Duration µs</source>
        <translation>Dauer µs</translation>
    </message>
    <message>
        <source>End less start</source>
        <translation>Ende minus Start</translation>
    </message>
    <message>
        <source>Waited µs</source>
        <translation>Gewartet µs</translation>
    </message>
    <message>
        <source>Start less ready: waiting for an engine</source>
        <translation>Start minus bereit: Warten auf eine Engine</translation>
    </message>
    <message>
        <source>Predicted µs</source>
        <translation>Vorhergesagt µs</translation>
    </message>
    <message>
        <source>How long a model has it run; empty without a prediction of this very run</source>
        <translation>Wie lange ein Modell sie laufen lässt; leer ohne Vorhersage genau dieses Laufs</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Where start and end come from</source>
        <translation>Woher Start und Ende kommen</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>The call that issued it</source>
        <translation>Der Aufruf, der sie ausgelöst hat</translation>
    </message>
    <message>
        <source>Operator</source>
        <translation>Operator</translation>
    </message>
    <message>
        <source>All operators around that call, the outermost first</source>
        <translation>Alle Operatoren um diesen Aufruf, der äußerste zuerst</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>All ranges around it likewise</source>
        <translation>Ebenso alle Ranges um ihn</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Modul</translation>
    </message>
    <message>
        <source>All modules of PyTorch likewise</source>
        <translation>Ebenso alle Module von PyTorch</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>Stack</translation>
    </message>
    <message>
        <source>The functions of the program likewise</source>
        <translation>Ebenso die Funktionen des Programms</translation>
    </message>
</context>
<context>
    <name>streamscope::OperationsPanel</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter: part of a name, kernel, stream:2, &gt; 1ms …</source>
        <translation>Filter: Teil eines Namens, kernel, stream:2, &gt; 1ms …</translation>
    </message>
    <message>
        <source>The same line as the timeline&apos;s search (Ctrl+F)</source>
        <translation>Dieselbe Zeile wie in der Suche der Zeitleiste (Strg+F)</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>streamscope::OperationsTable</name>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Show in the timeline</source>
        <translation>In der Zeitleiste zeigen</translation>
    </message>
</context>
<context>
    <name>streamscope::OverlapFilters</name>
    <message>
        <source>As lanes</source>
        <translation>Als Spuren</translation>
    </message>
    <message>
        <source>Overlap of</source>
        <translation>Überlappung von</translation>
    </message>
    <message>
        <source>kernel nccl</source>
        <translation>kernel nccl</translation>
    </message>
    <message>
        <source>kernel !nccl</source>
        <translation>kernel !nccl</translation>
    </message>
    <message>
        <source>copy (or empty)</source>
        <translation>copy (oder leer)</translation>
    </message>
    <message>
        <source>Filter %1</source>
        <translation>Filter %1</translation>
    </message>
    <message>
        <source>for example: %1</source>
        <translation>zum Beispiel: %1</translation>
    </message>
    <message>
        <source>Words of the search: kernel, h2d, copy, pageable, stream:7, device:1, &gt;1ms, a part of a name; ! before a word excludes</source>
        <translation>Wörter der Suche: kernel, h2d, copy, pageable, stream:7, device:1, &gt;1ms, ein Teil eines Namens; ! vor einem Wort schließt aus</translation>
    </message>
    <message>
        <source>Show each filter, all at once and the first one alone as lanes of the timeline</source>
        <translation>Jeden Filter, alle zugleich und den ersten allein als Spuren der Zeitleiste zeigen</translation>
    </message>
    <message>
        <source>A second filter is needed.</source>
        <translation>Es fehlt ein zweiter Filter.</translation>
    </message>
</context>
<context>
    <name>streamscope::OverlapView</name>
    <message>
        <source>Where the time of the span went</source>
        <translation>Wohin die Zeit ging</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>compute</source>
        <translation>Rechnen</translation>
    </message>
    <message>
        <source>exposed communication</source>
        <translation>unverdeckte Kommunikation</translation>
    </message>
    <message>
        <source>exposed copying</source>
        <translation>unverdecktes Kopieren</translation>
    </message>
    <message>
        <source>idle</source>
        <translation>im Leerlauf</translation>
    </message>
    <message>
        <source>Why streams did not execute between their operations (all streams summed)</source>
        <translation>Warum Streams zwischen ihren Operationen nichts ausführten (alle Streams summiert)</translation>
    </message>
    <message>
        <source>Streams executing at once</source>
        <translation>Gleichzeitig ausführende Streams</translation>
    </message>
    <message>
        <source>streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Bandwidth of copies by their size</source>
        <translation>Bandbreite der Kopien nach ihrer Größe</translation>
    </message>
    <message>
        <source>bytes</source>
        <translation>Bytes</translation>
    </message>
    <message>
        <source>GB/s</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>%1 of %2 (%3 %)</source>
        <translation>%1 von %2 (%3 %)</translation>
    </message>
    <message>
        <source>Overlap of the filters</source>
        <translation>Überlappung der Filter</translation>
    </message>
    <message>
        <source>At least one of its %1 operations ran.</source>
        <translation>Mindestens eine seiner %1 Operationen lief.</translation>
    </message>
    <message>
        <source>All at once</source>
        <translation>Alle zugleich</translation>
    </message>
    <message>
        <source>Each filter had an operation that ran; of the time of %1.</source>
        <translation>Jeder Filter hatte eine Operation, die lief; von der Zeit von %1.</translation>
    </message>
    <message>
        <source>%1 exposed</source>
        <translation>%1 unverdeckt</translation>
    </message>
    <message>
        <source>Only %1 had an operation that ran.</source>
        <translation>Nur %1 hatte eine Operation, die lief.</translation>
    </message>
    <message>
        <source>Any of them</source>
        <translation>Mindestens einer</translation>
    </message>
    <message>
        <source>At least one filter had an operation that ran.</source>
        <translation>Mindestens ein Filter hatte eine Operation, die lief.</translation>
    </message>
    <message>
        <source>Host</source>
        <translation>Host</translation>
    </message>
    <message>
        <source>Overlap</source>
        <translation>Überlappung</translation>
    </message>
    <message>
        <source>How much copying and computing overlapped appears here after a run, or when a trace is opened.</source>
        <translation>Wie viel Kopieren und Rechnen sich überlappten, erscheint hier nach einem Lauf oder wenn ein Trace geöffnet wird.</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Budget</translation>
    </message>
    <message>
        <source>Budget of the time</source>
        <translation>Budget der Zeit</translation>
    </message>
    <message>
        <source>Streams active</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Streams active over time</source>
        <translation>Aktive Streams über der Zeit</translation>
    </message>
    <message>
        <source>GB/s by size</source>
        <translation>GB/s</translation>
    </message>
    <message>
        <source>Bandwidth by size</source>
        <translation>Bandbreite nach Größe</translation>
    </message>
    <message>
        <source>Gap causes</source>
        <translation>Lücken</translation>
    </message>
    <message>
        <source>Causes of gaps</source>
        <translation>Ursachen der Lücken</translation>
    </message>
    <message>
        <source>Import report</source>
        <translation>Import</translation>
    </message>
    <message>
        <source>Selected range: %1 to %2</source>
        <translation>Gewählter Bereich: %1 bis %2</translation>
    </message>
    <message>
        <source>The whole timeline; drag over the timeline for the figures of a range</source>
        <translation>Die ganze Zeitleiste; über die Zeitleiste ziehen für die Kennzahlen eines Bereichs</translation>
    </message>
    <message>
        <source>Nothing ran on a device in this range.</source>
        <translation>In diesem Bereich lief nichts auf einem Gerät.</translation>
    </message>
    <message>
        <source>Nothing ran on a device.</source>
        <translation>Auf keinem Gerät lief etwas.</translation>
    </message>
</context>
<context>
    <name>streamscope::OverviewStrip</name>
    <message>
        <source>Overview</source>
        <translation>Übersicht</translation>
    </message>
    <message>
        <source>How busy the run was, and which part of it the timeline shows</source>
        <translation>Wie belegt der Lauf war und welchen Teil davon die Zeitleiste zeigt</translation>
    </message>
    <message>
        <source>The whole run. Drag the window or its edges, or draw a new one.</source>
        <translation>Der ganze Lauf. Das Fenster oder seine Ränder ziehen, oder ein neues aufziehen.</translation>
    </message>
    <message>
        <source>Whole step</source>
        <translation>Ganzer Schritt</translation>
    </message>
    <message>
        <source>Whole run</source>
        <translation>Ganzer Lauf</translation>
    </message>
</context>
<context>
    <name>streamscope::ParameterField</name>
    <message>
        <source>Reset %1</source>
        <translation>%1 zurücksetzen</translation>
    </message>
    <message>
        <source>Allowed: %1. On the command line: &lt;code&gt;%2&lt;/code&gt;</source>
        <translation>Erlaubt: %1. Auf der Befehlszeile: &lt;code&gt;%2&lt;/code&gt;</translation>
    </message>
    <message>
        <source>Back to %1</source>
        <translation>Zurück zu %1</translation>
    </message>
</context>
<context>
    <name>streamscope::ParameterForm</name>
    <message>
        <source>Parameters</source>
        <translation>Parameter</translation>
    </message>
</context>
<context>
    <name>streamscope::PresetDocument</name>
    <message>
        <source>%1 %2 → %3</source>
        <translation>%1 %2 → %3</translation>
    </message>
    <message>
        <source>restore</source>
        <translation>zurücksetzen</translation>
    </message>
    <message>
        <source>A program without a file</source>
        <translation>Ein Programm ohne Datei</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Device %1 → %2</source>
        <translation>Gerät %1 → %2</translation>
    </message>
    <message>
        <source>edit the program</source>
        <translation>Programm bearbeiten</translation>
    </message>
    <message>
        <source>go back to what is saved</source>
        <translation>zurück zum Gespeicherten</translation>
    </message>
    <message>
        <source>Not saved: the program editor holds what is no sound program. %1</source>
        <translation>Nicht gespeichert: im Programmeditor steht kein gültiges Programm. %1</translation>
    </message>
</context>
<context>
    <name>streamscope::ProblemReport</name>
    <message>
        <source>Report a problem</source>
        <translation>Problem melden</translation>
    </message>
    <message>
        <source>What did you do, what happened, and what did you expect?</source>
        <translation>Was wurde getan, was ist passiert, und was war erwartet?</translation>
    </message>
    <message>
        <source>With the &amp;settings (they name the files that were opened last)</source>
        <translation>Mit den &amp;Einstellungen (sie nennen die zuletzt geöffneten Dateien)</translation>
    </message>
    <message>
        <source>With the &amp;log of this window (it names files and presets)</source>
        <translation>Mit dem &amp;Protokoll dieses Fensters (es nennt Dateien und Presets)</translation>
    </message>
    <message>
        <source>The report. Nothing is sent: copy or save it, and put it where you report it.</source>
        <translation>Der Bericht. Nichts wird gesendet: kopieren oder speichern und dorthin stellen, wo das Problem gemeldet wird.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Save…</source>
        <translation>&amp;Speichern…</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was passiert ist</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
</context>
<context>
    <name>streamscope::ProgramEditor</name>
    <message>
        <source>Program[*]</source>
        <translation>Programm[*]</translation>
    </message>
    <message>
        <source>change an operation</source>
        <translation>Operation ändern</translation>
    </message>
    <message>
        <source>change a stream</source>
        <translation>Stream ändern</translation>
    </message>
    <message>
        <source>change a buffer</source>
        <translation>Puffer ändern</translation>
    </message>
    <message>
        <source>&amp;Add operation</source>
        <translation>&amp;Neue Operation</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Duplicate</source>
        <translation>&amp;Duplizieren</translation>
    </message>
    <message>
        <source>Move &amp;up</source>
        <translation>Nach &amp;oben</translation>
    </message>
    <message>
        <source>Move d&amp;own</source>
        <translation>Nach &amp;unten</translation>
    </message>
    <message>
        <source>Add &amp;stream</source>
        <translation>Neuer &amp;Stream</translation>
    </message>
    <message>
        <source>add a stream</source>
        <translation>Stream hinzufügen</translation>
    </message>
    <message>
        <source>Remove s&amp;tream</source>
        <translation>S&amp;tream löschen</translation>
    </message>
    <message>
        <source>remove a stream</source>
        <translation>Stream entfernen</translation>
    </message>
    <message>
        <source>Operations use this stream; give them another one first.</source>
        <translation>Operationen benutzen diesen Stream; ihnen erst einen anderen geben.</translation>
    </message>
    <message>
        <source>Add &amp;buffer</source>
        <translation>Neuer &amp;Puffer</translation>
    </message>
    <message>
        <source>add a buffer</source>
        <translation>Puffer hinzufügen</translation>
    </message>
    <message>
        <source>Remove bu&amp;ffer</source>
        <translation>Pu&amp;ffer löschen</translation>
    </message>
    <message>
        <source>remove a buffer</source>
        <translation>Puffer entfernen</translation>
    </message>
    <message>
        <source>Operations use this buffer; give them another one first.</source>
        <translation>Operationen benutzen diesen Puffer; ihnen erst einen anderen geben.</translation>
    </message>
    <message>
        <source>U&amp;ndo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>R&amp;edo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Undo: %1</source>
        <translation>Rückgängig: %1</translation>
    </message>
    <message>
        <source>Redo: %1</source>
        <translation>Wiederholen: %1</translation>
    </message>
    <message>
        <source>add %1</source>
        <translation>%1 hinzufügen</translation>
    </message>
    <message>
        <source>Program: %1[*]</source>
        <translation>Programm: %1[*]</translation>
    </message>
    <message>
        <source>restore</source>
        <translation>zurücksetzen</translation>
    </message>
    <message numerus="yes">
        <source>%n operations, no races found.</source>
        <translation>
            <numerusform>%n Operation, keine Wettläufe gefunden.</numerusform>
            <numerusform>%n Operationen, keine Wettläufe gefunden.</numerusform>
        </translation>
    </message>
    <message>
        <source>⚠ Race: %1. %2</source>
        <translation>⚠ Wettlauf: %1. %2</translation>
    </message>
    <message>
        <source>✖ %1</source>
        <translation>✖ %1</translation>
    </message>
    <message>
        <source>Predicted: %1</source>
        <translation>Vorhergesagt: %1</translation>
    </message>
    <message>
        <source>No prediction: %1</source>
        <translation>Keine Vorhersage: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::ProgramRecording</name>
    <message>
        <source>… %1 lines are left out here</source>
        <translation>… %1 Zeilen sind hier weggelassen</translation>
    </message>
    <message>
        <source>killed by %1</source>
        <translation>beendet durch %1</translation>
    </message>
    <message>
        <source>ended</source>
        <translation>beendet</translation>
    </message>
    <message>
        <source>exit code %1</source>
        <translation>Rückgabewert %1</translation>
    </message>
</context>
<context>
    <name>streamscope::RangePanel</name>
    <message>
        <source>Figures of the range</source>
        <translation>Kennzahlen des Bereichs</translation>
    </message>
    <message>
        <source>Busy</source>
        <translation>Belegt</translation>
    </message>
    <message>
        <source>Copies hidden</source>
        <translation>Kopien verdeckt</translation>
    </message>
    <message>
        <source>Drag over the timeline to measure a range; Ctrl+click measures between two operations.</source>
        <translation>Über die Zeitleiste ziehen, um einen Bereich zu messen; Strg+Klick misst zwischen zwei Operationen.</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>From %1 to %2</source>
        <translation>Von %1 bis %2</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>With some of their time in the range</source>
        <translation>Mit einem Teil ihrer Zeit im Bereich</translation>
    </message>
    <message>
        <source>At least one copy, kernel, memset or collective ran</source>
        <translation>Mindestens eine Kopie, ein Kernel, ein Memset oder ein Collective lief</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Leerlauf</translation>
    </message>
    <message>
        <source>Copies and kernels ran at once; as a share of the time of copies</source>
        <translation>Kopien und Kernel liefen zugleich; als Anteil der Kopierzeit</translation>
    </message>
    <message>
        <source>adding up …</source>
        <translation>wird summiert …</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Anzahl</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>Summe</translation>
    </message>
    <message numerus="yes">
        <source>%1 summed over %n operation(s)</source>
        <translation>
            <numerusform>%1 summiert über %n Operation</numerusform>
            <numerusform>%1 summiert über %n Operationen</numerusform>
        </translation>
    </message>
    <message>
        <source>Of the parts in the range</source>
        <translation>Der Teile im Bereich</translation>
    </message>
    <message>
        <source>Any active (union)</source>
        <translation>Irgendeine aktiv (Vereinigung)</translation>
    </message>
    <message>
        <source>The union of these parts, and its share of the range</source>
        <translation>Die Vereinigung dieser Teile und ihr Anteil am Bereich</translation>
    </message>
    <message>
        <source>Shortest, mean, longest</source>
        <translation>Kürzeste, mittlere, längste</translation>
    </message>
    <message>
        <source>Of whole operations</source>
        <translation>Ganzer Operationen</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Rate</translation>
    </message>
    <message>
        <source>Bytes in the range by the time in which at least one of these copies ran; decimal gigabytes</source>
        <translation>Bytes im Bereich durch die Zeit, in der mindestens eine dieser Kopien lief; dezimale Gigabyte</translation>
    </message>
</context>
<context>
    <name>streamscope::RankHeatMap</name>
    <message>
        <source>Ranks by steps; the table has the sums</source>
        <translation>Ranks über Schritten; die Tabelle hat die Summen</translation>
    </message>
    <message>
        <source>Rank %1</source>
        <translation>Rank %1</translation>
    </message>
    <message>
        <source>Rank %1 · %2</source>
        <translation>Rank %1 · %2</translation>
    </message>
    <message>
        <source>%1 (all: %2)</source>
        <translation>%1 (alle: %2)</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>streamscope::RanksModel</name>
    <message>
        <source>its own</source>
        <translation>seine eigene</translation>
    </message>
    <message>
        <source>%1 ahead, %2 ppm</source>
        <translation>%1 voraus, %2 ppm</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rank</translation>
    </message>
    <message>
        <source>A check shows its operations in the timeline.</source>
        <translation>Ein Häkchen zeigt seine Operationen in der Zeitleiste.</translation>
    </message>
    <message>
        <source>Others wait</source>
        <translation>Andere warten</translation>
    </message>
    <message>
        <source>What the other ranks waited in the collectives that this one started last, summed.</source>
        <translation>Was die anderen Ranks in den Collectives warteten, die dieser zuletzt startete, summiert.</translation>
    </message>
    <message>
        <source>Waits</source>
        <translation>Wartezeiten</translation>
    </message>
    <message>
        <source>Starts last</source>
        <translation>Startet zuletzt</translation>
    </message>
    <message>
        <source>Collectives that began last on this rank.</source>
        <translation>Collectives, die auf diesem Rank zuletzt begannen.</translation>
    </message>
    <message>
        <source>Exposed comm.</source>
        <translation>Unverd. Komm.</translation>
    </message>
    <message>
        <source>Late by</source>
        <translation>Verspätet durch</translation>
    </message>
    <message>
        <source>What ran longer than on the other ranks before the collectives that it started last, summed; “its host”: its GPU was idle longer.</source>
        <translation>Was vor den Collectives, die er zuletzt startete, länger lief als auf den anderen Ranks, summiert; „sein Host“: seine GPU war länger im Leerlauf.</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>Restfehler</translation>
    </message>
    <message>
        <source>Median difference between the ends of its collectives and those of the others: do not read times between ranks below it.</source>
        <translation>Medianer Abstand zwischen den Enden seiner Collectives und denen der anderen: kürzere Zeiten zwischen Ranks nicht ablesen.</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>How its clock stands to the reference.</source>
        <translation>Wie seine Uhr zur Referenz steht.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>its host</source>
        <translation>sein Host</translation>
    </message>
    <message>
        <source>%1, %2 longer</source>
        <translation>%1, %2 länger</translation>
    </message>
</context>
<context>
    <name>streamscope::RanksPanel</name>
    <message>
        <source>Show checked ranks</source>
        <translation>Markierte Ranks zeigen</translation>
    </message>
    <message>
        <source>Ranks</source>
        <translation>Ranks</translation>
    </message>
    <message>
        <source>Collectives</source>
        <translation>Collectives</translation>
    </message>
    <message>
        <source>Rows of the table</source>
        <translation>Zeilen der Tabelle</translation>
    </message>
    <message>
        <source>Read the files of the checked ranks and show their operations on one axis</source>
        <translation>Die Dateien der markierten Ranks lesen und ihre Operationen auf einer Achse zeigen</translation>
    </message>
    <message>
        <source>Value of the heat map</source>
        <translation>Wert der Heatmap</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter: words of any column</source>
        <translation>Filter: Wörter einer beliebigen Spalte</translation>
    </message>
    <message>
        <source>Heat map:</source>
        <translation>Heatmap:</translation>
    </message>
    <message>
        <source>%1 ranks</source>
        <translation>%1 Ranks</translation>
    </message>
    <message>
        <source>%1 collectives matched</source>
        <translation>%1 Collectives zugeordnet</translation>
    </message>
    <message>
        <source>transfer %1</source>
        <translation>Transfer %1</translation>
    </message>
    <message>
        <source>the others wait %1 for rank %2: %3</source>
        <translation>die anderen warten %1 auf Rank %2: %3</translation>
    </message>
</context>
<context>
    <name>streamscope::RecordActions</name>
    <message>
        <source>“%1”, whose tab was closed, has not ended yet.</source>
        <translation>„%1“, dessen Tab geschlossen wurde, ist noch nicht zu Ende.</translation>
    </message>
    <message>
        <source>Recording %1 into %2</source>
        <translation>%1 wird aufgezeichnet in %2</translation>
    </message>
    <message>
        <source>The program %1</source>
        <translation>Das Programm %1</translation>
    </message>
    <message>
        <source>Nothing was recorded: the program ran nothing on a GPU with CUDA while the recording was on.</source>
        <translation>Nichts wurde aufgezeichnet: das Programm hat mit CUDA nichts auf einer GPU ausgeführt, solange die Aufzeichnung lief.</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source> (%1)</source>
        <translation> (%1)</translation>
    </message>
    <message>
        <source>A program is being recorded</source>
        <translation>Ein Programm wird aufgezeichnet</translation>
    </message>
    <message>
        <source>“%1” is still running.</source>
        <translation>„%1“ läuft noch.</translation>
    </message>
    <message>
        <source>It ends with its tab. What was recorded so far stays in %1.</source>
        <translation>Es endet mit seinem Tab. Das bisher Aufgezeichnete bleibt in %1.</translation>
    </message>
    <message>
        <source>&amp;Stop the program</source>
        <translation>Programm &amp;beenden</translation>
    </message>
</context>
<context>
    <name>streamscope::RecordBar</name>
    <message>
        <source>ending</source>
        <translation>endet</translation>
    </message>
    <message>
        <source>● recording</source>
        <translation>● Aufzeichnung</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>waiting for Start</source>
        <translation>wartet auf den Start</translation>
    </message>
    <message>
        <source>no CUDA yet</source>
        <translation>noch kein CUDA</translation>
    </message>
    <message>
        <source>%1 operations</source>
        <translation>%1 Operationen</translation>
    </message>
    <message>
        <source>%1 processes</source>
        <translation>%1 Prozesse</translation>
    </message>
    <message>
        <source>⚠ %1 lost</source>
        <translation>⚠ %1 verloren</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>Start recording</source>
        <translation>Aufzeichnung starten</translation>
    </message>
    <message>
        <source>Record from now on</source>
        <translation>Ab jetzt aufzeichnen</translation>
    </message>
    <message>
        <source>Stop recording</source>
        <translation>Aufzeichnung anhalten</translation>
    </message>
    <message>
        <source>The program goes on; the recording may start again</source>
        <translation>Das Programm läuft weiter; die Aufzeichnung kann wieder starten</translation>
    </message>
    <message>
        <source>Stop program</source>
        <translation>Programm beenden</translation>
    </message>
    <message>
        <source>Ask the program and what it started to end (SIGTERM)</source>
        <translation>Das Programm und was es gestartet hat auffordern, zu enden (SIGTERM)</translation>
    </message>
    <message>
        <source>Record again</source>
        <translation>Erneut aufzeichnen</translation>
    </message>
    <message>
        <source>Run the same command once more, and compare the two recordings</source>
        <translation>Denselben Befehl noch einmal starten und beide Aufzeichnungen vergleichen</translation>
    </message>
    <message>
        <source>✕</source>
        <translation>✕</translation>
    </message>
    <message>
        <source>Close this bar</source>
        <translation>Diese Leiste schließen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Kill program</source>
        <translation>Programm abbrechen</translation>
    </message>
</context>
<context>
    <name>streamscope::RecordDialog</name>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Record program</source>
        <translation>Programm aufzeichnen</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Aufzeichnung</translation>
    </message>
    <message>
        <source>&amp;Record</source>
        <translation>&amp;Aufzeichnen</translation>
    </message>
    <message>
        <source>python train.py --epochs 1</source>
        <translation>python train.py --epochs 1</translation>
    </message>
    <message>
        <source>As in a terminal, with quotes where needed. No shell comes in between.</source>
        <translation>Wie in einem Terminal, mit Anführungszeichen wo nötig. Keine Shell kommt dazwischen.</translation>
    </message>
    <message>
        <source>Beside the variables of this window; one in each line</source>
        <translation>Neben den Variablen dieses Fensters; eine in jeder Zeile</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Befehl</translation>
    </message>
    <message>
        <source>&amp;In the folder</source>
        <translation>&amp;Im Ordner</translation>
    </message>
    <message>
        <source>Start the program in</source>
        <translation>Das Programm starten in</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Variablen</translation>
    </message>
    <message>
        <source>From the start</source>
        <translation>Von Anfang an</translation>
    </message>
    <message>
        <source>After a delay</source>
        <translation>Nach einer Verzögerung</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>When I press Start</source>
        <translation>Wenn ich auf Start drücke</translation>
    </message>
    <message>
        <source>to the end of the program</source>
        <translation>bis zum Ende des Programms</translation>
    </message>
    <message>
        <source>Ca&amp;lls of the CUDA runtime and the driver</source>
        <translation>Au&amp;frufe der CUDA-Runtime und des Treibers</translation>
    </message>
    <message>
        <source>They say what the host did and what it waited for; each costs the program a little</source>
        <translation>Sie sagen, was der Host tat und worauf er wartete; jeder kostet das Programm ein wenig</translation>
    </message>
    <message>
        <source>Each of their nodes</source>
        <translation>Jeden ihrer Knoten</translation>
    </message>
    <message>
        <source>Each launch as a whole</source>
        <translation>Jeden Start als Ganzes</translation>
    </message>
    <message>
        <source>recording-DATE-TIME in the folder above</source>
        <translation>recording-DATUM-ZEIT im Ordner darüber</translation>
    </message>
    <message>
        <source>An empty or a new folder, or a file NAME.ssrec for the recording of one process</source>
        <translation>Ein leerer oder neuer Ordner, oder eine Datei NAME.ssrec für die Aufzeichnung eines Prozesses</translation>
    </message>
    <message>
        <source>&amp;Begin</source>
        <translation>Be&amp;ginn</translation>
    </message>
    <message>
        <source>&amp;Duration</source>
        <translation>&amp;Dauer</translation>
    </message>
    <message>
        <source>CUDA &amp;graphs</source>
        <translation>CUDA-G&amp;raphen</translation>
    </message>
    <message>
        <source>&amp;Save as</source>
        <translation>&amp;Speichern als</translation>
    </message>
    <message>
        <source>Folder for the recording</source>
        <translation>Ordner für die Aufzeichnung</translation>
    </message>
    <message>
        <source>Everything that the program does on its GPUs.</source>
        <translation>Alles, was das Programm auf seinen GPUs tut.</translation>
    </message>
    <message>
        <source>after the first call of CUDA</source>
        <translation>nach dem ersten CUDA-Aufruf</translation>
    </message>
    <message>
        <source>to</source>
        <translation>bis</translation>
    </message>
    <message>
        <source>counted from 0; a step is what streamscope_record.step() marks, or a repeated NVTX range</source>
        <translation>ab 0 gezählt; ein Schritt ist, was streamscope_record.step() markiert, oder eine wiederholte NVTX-Range</translation>
    </message>
    <message>
        <source>The program runs, and nothing is recorded until Start recording is pressed above the timeline, or the program asks for it.</source>
        <translation>Das Programm läuft, und nichts wird aufgezeichnet, bis über der Zeitleiste „Aufzeichnung starten“ gedrückt wird oder das Programm darum bittet.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Auswählen…</translation>
    </message>
    <message>
        <source>⚠ No shell reads this: the program gets %1 as it is. Put sh -c &apos;…&apos; around the command for one.</source>
        <translation>⚠ Keine Shell liest das: das Programm bekommt %1, wie es ist. Für eine Shell sh -c &apos;…&apos; um den Befehl setzen.</translation>
    </message>
    <message>
        <source>⚠ %1</source>
        <translation>⚠ %1</translation>
    </message>
    <message>
        <source>The program and its arguments</source>
        <translation>Das Programm und seine Argumente</translation>
    </message>
    <message>
        <source>The last step is before the first one</source>
        <translation>Der letzte Schritt liegt vor dem ersten</translation>
    </message>
</context>
<context>
    <name>streamscope::RecoveryKeeper</name>
    <message>
        <source>Unsaved work is not kept for the next start: %1</source>
        <translation>Ungespeicherte Arbeit wird nicht für den nächsten Start behalten: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::RecoveryOffer</name>
    <message>
        <source>“%1”</source>
        <translation>„%1“</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 und %2 weitere</translation>
    </message>
    <message>
        <source>The session of an earlier window is damaged: %1. It is kept as %2.</source>
        <translation>Die Sitzung eines früheren Fensters ist beschädigt: %1. Sie bleibt als %2.</translation>
    </message>
    <message>
        <source>StreamScope ended unexpectedly on %1. Open were %2.</source>
        <translation>StreamScope endete unerwartet am %1. Offen waren %2.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
</context>
<context>
    <name>streamscope::RemoteActions</name>
    <message>
        <source>%1 is being read on %2 …</source>
        <translation>%1 wird auf %2 gelesen …</translation>
    </message>
    <message>
        <source>%1 is being read on %2: %3 %</source>
        <translation>%1 wird auf %2 gelesen: %3 %</translation>
    </message>
    <message>
        <source>%1 was not opened: %2</source>
        <translation>%1 wurde nicht geöffnet: %2</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Connect again</source>
        <translation>Neu verbinden</translation>
    </message>
    <message>
        <source>%1 is not opened yet: that connects to %2 and starts the program %3 there.</source>
        <translation>%1 ist noch nicht geöffnet: Dazu wird mit %2 verbunden und dort das Programm %3 gestartet.</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
</context>
<context>
    <name>streamscope::RemoteFetch</name>
    <message>
        <source>Fetching %1: %2 %</source>
        <translation>%1 wird geholt: %2 %</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stopped: %1 was not fetched.</source>
        <translation>Gestoppt: %1 wurde nicht geholt.</translation>
    </message>
    <message>
        <source>%1 is being fetched already.</source>
        <translation>%1 wird schon geholt.</translation>
    </message>
    <message>
        <source>Fetch to this computer</source>
        <translation>Auf diesen Rechner holen</translation>
    </message>
    <message>
        <source>Fetch %1 from %2?</source>
        <translation>%1 von %2 holen?</translation>
    </message>
    <message>
        <source>The file has %1. On this computer the trace can be compared, replayed and changed.</source>
        <translation>Die Datei hat %1. Auf diesem Rechner kann der Trace verglichen, als Replay ausgeführt und geändert werden.</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Holen</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>Alle Dateien (*)</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Fetched %1 to %2</source>
        <translation>%1 wurde nach %2 geholt</translation>
    </message>
    <message>
        <source>%1 was not fetched: %2</source>
        <translation>%1 wurde nicht geholt: %2</translation>
    </message>
</context>
<context>
    <name>streamscope::RemoteLane</name>
    <message>
        <source>Asking the other machine …</source>
        <translation>Die andere Maschine wird gefragt …</translation>
    </message>
</context>
<context>
    <name>streamscope::RemoteTrace</name>
    <message>
        <source>loading from %1 …</source>
        <translation>wird von %1 geladen …</translation>
    </message>
    <message>
        <source>no connection to %1</source>
        <translation>keine Verbindung zu %1</translation>
    </message>
</context>
<context>
    <name>streamscope::RepeatsPanel</name>
    <message>
        <source>Repeats</source>
        <translation>Wiederholungen</translation>
    </message>
    <message>
        <source>There were no plain runs.</source>
        <translation>Es gab keine reinen Läufe.</translation>
    </message>
    <message>
        <source>The makespan of each repeat appears here after a run.</source>
        <translation>Der Makespan jeder Wiederholung erscheint hier nach einem Lauf.</translation>
    </message>
    <message>
        <source>Makespan of each repeat</source>
        <translation>Makespan jeder Wiederholung</translation>
    </message>
</context>
<context>
    <name>streamscope::ReplayActions</name>
    <message>
        <source>Run replay &amp;on %1</source>
        <translation>Replay au&amp;f %1 ausführen</translation>
    </message>
    <message>
        <source>Run replay &amp;on a device</source>
        <translation>Replay au&amp;f einem Gerät ausführen</translation>
    </message>
    <message>
        <source>Replaying</source>
        <translation>Replay läuft</translation>
    </message>
</context>
<context>
    <name>streamscope::RowStore</name>
    <message>
        <source>loading …</source>
        <translation>wird geladen …</translation>
    </message>
</context>
<context>
    <name>streamscope::RunMessages</name>
    <message>
        <source>Started</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Stopped. Showing the previous run.</source>
        <translation>Angehalten. Der vorige Lauf ist zu sehen.</translation>
    </message>
    <message>
        <source>CUDA: %1</source>
        <translation>CUDA: %1</translation>
    </message>
    <message>
        <source>Opened a trace of %1: %2</source>
        <translation>Trace von %1 geöffnet: %2</translation>
    </message>
    <message>
        <source>Run finished on %1: %2</source>
        <translation>Lauf fertig auf %1: %2</translation>
    </message>
    <message>
        <source>The results are wrong: %1</source>
        <translation>Die Ergebnisse sind falsch: %1</translation>
    </message>
    <message>
        <source>%1 is broken; its intact part is shown: %2</source>
        <translation>%1 ist beschädigt; der heile Teil ist zu sehen: %2</translation>
    </message>
    <message>
        <source>%1 holds no operation of a GPU: there is nothing to draw.</source>
        <translation>%1 enthält keine Operation einer GPU: es gibt nichts zu zeichnen.</translation>
    </message>
</context>
<context>
    <name>streamscope::SearchBar</name>
    <message>
        <source>Name, kernel, copy, h2d, stream:1, &gt; 1ms, waited&gt;20us, bytes&gt;1MiB</source>
        <translation>Name, kernel, copy, h2d, stream:1, &gt; 1ms, waited&gt;20us, bytes&gt;1MiB</translation>
    </message>
    <message>
        <source>Find operations</source>
        <translation>Operationen suchen</translation>
    </message>
    <message>
        <source>Previous one found</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next one found</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>not understood</source>
        <translation>nicht verstanden</translation>
    </message>
    <message>
        <source>%1 of %2 · %3 in sum</source>
        <translation>%1 von %2 · %3 in Summe</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 found · %2 in sum</source>
        <translation>%1 gefunden · %2 in Summe</translation>
    </message>
    <message>
        <source>searching …</source>
        <translation>wird gesucht …</translation>
    </message>
</context>
<context>
    <name>streamscope::SelectionPanel</name>
    <message>
        <source>its stream</source>
        <translation>seinen Stream</translation>
    </message>
    <message>
        <source>an event</source>
        <translation>ein Event</translation>
    </message>
    <message>
        <source>its engine</source>
        <translation>ihre Engine</translation>
    </message>
    <message>
        <source>the host</source>
        <translation>den Host</translation>
    </message>
    <message>
        <source>Click an operation in the timeline.</source>
        <translation>Eine Operation in der Zeitleiste anklicken.</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Waited for</source>
        <translation>Gewartet auf</translation>
    </message>
    <message>
        <source>Slack</source>
        <translation>Spielraum</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>%1 %2, until %3</source>
        <translation>%1 %2, bis %3</translation>
    </message>
    <message>
        <source>and before</source>
        <translation>und davor</translation>
    </message>
    <message>
        <source>%1 more</source>
        <translation>%1 weitere</translation>
    </message>
</context>
<context>
    <name>streamscope::SessionActions</name>
    <message>
        <source>Open a session</source>
        <translation>Sitzung öffnen</translation>
    </message>
    <message>
        <source>Sessions (*.%1);;All files (*)</source>
        <translation>Sitzungen (*.%1);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Opening %1 …</source>
        <translation>%1 wird geöffnet …</translation>
    </message>
    <message>
        <source>Opened %1</source>
        <translation>%1 geöffnet</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>Sitzung speichern</translation>
    </message>
    <message>
        <source>Sessions (*.%1)</source>
        <translation>Sitzungen (*.%1)</translation>
    </message>
    <message>
        <source>Saved the session as %1</source>
        <translation>Sitzung als %1 gespeichert</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>Sitzung</translation>
    </message>
    <message>
        <source>Save the changes to the session “%1”?</source>
        <translation>Änderungen an der Sitzung „%1“ speichern?</translation>
    </message>
    <message>
        <source>Runs, sweeps and comparisons that are not saved are lost.</source>
        <translation>Nicht gespeicherte Läufe, Sweeps und Vergleiche gehen verloren.</translation>
    </message>
</context>
<context>
    <name>streamscope::ShownPanels</name>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>At least one operation that this filter finds runs</source>
        <translation>Mindestens eine Operation, die dieser Filter findet, läuft</translation>
    </message>
    <message>
        <source>All at once</source>
        <translation>Alle zugleich</translation>
    </message>
    <message>
        <source>Each filter has an operation that runs</source>
        <translation>Jeder Filter hat eine Operation, die läuft</translation>
    </message>
    <message>
        <source>%1 exposed</source>
        <translation>%1 unverdeckt</translation>
    </message>
    <message>
        <source>Only the first filter has an operation that runs</source>
        <translation>Nur der erste Filter hat eine Operation, die läuft</translation>
    </message>
    <message>
        <source>bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>set marker</source>
        <translation>Marke setzen</translation>
    </message>
    <message>
        <source>delete marker</source>
        <translation>Marke löschen</translation>
    </message>
    <message>
        <source>edit note</source>
        <translation>Notiz ändern</translation>
    </message>
</context>
<context>
    <name>streamscope::StepActions</name>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>with the median step</source>
        <translation>mit dem Median-Schritt</translation>
    </message>
    <message>
        <source>with the step before</source>
        <translation>mit dem Schritt davor</translation>
    </message>
</context>
<context>
    <name>streamscope::SummaryBar</name>
    <message>
        <source>What the model %1 says for these values (%2). It was not run.</source>
        <translation>Was das Modell %1 zu diesen Werten sagt (%2). Es wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Four measurements in five lie in the range, by the residuals of this model.</source>
        <translation>Vier von fünf Messungen liegen in diesem Bereich, nach den bisherigen Abweichungen dieses Modells.</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Zusammenfassung</translation>
    </message>
    <message>
        <source>Nothing ran yet: press Run (F5).</source>
        <translation>Noch lief nichts: Ausführen (F5) drücken.</translation>
    </message>
    <message>
        <source>✎ Not run: press Run (F5).</source>
        <translation>✎ Nicht gelaufen: Ausführen (F5) drücken.</translation>
    </message>
    <message>
        <source>✎ Changed since this run: press Run (F5).</source>
        <translation>✎ Seit diesem Lauf geändert: Ausführen (F5) drücken.</translation>
    </message>
    <message>
        <source>Fold, no run</source>
        <translation>Faltung, kein Lauf</translation>
    </message>
    <message>
        <source>One step made of many: each operation reaches from the median of its starts to the median of its ends, since the begin of the step.</source>
        <translation>Ein Schritt aus vielen: jede Operation reicht vom Median ihrer Starts bis zum Median ihrer Enden, ab dem Beginn des Schritts.</translation>
    </message>
    <message>
        <source>Simulated</source>
        <translation>Simuliert</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importiert</translation>
    </message>
    <message>
        <source>Measured</source>
        <translation>Gemessen</translation>
    </message>
    <message>
        <source>model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Where the numbers come from: %1</source>
        <translation>Woher die Zahlen kommen: %1</translation>
    </message>
    <message>
        <source>%1 → %2, %3</source>
        <translation>%1 → %2, %3</translation>
    </message>
    <message>
        <source>Before the arrow: the last run of this experiment, with other values.</source>
        <translation>Vor dem Pfeil: der letzte Lauf dieses Experiments, mit anderen Werten.</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>On another machine</source>
        <translation>Auf einer anderen Maschine</translation>
    </message>
    <message>
        <source>Searching, exports and advice are done there. For comparing, replaying and What if…: File › Fetch to this computer…</source>
        <translation>Gesucht, exportiert und beraten wird dort. Zum Vergleichen, für Replay und „Was wäre wenn…“: Datei › Auf diesen Rechner holen…</translation>
    </message>
</context>
<context>
    <name>streamscope::SweepModel</name>
    <message>
        <source>ok</source>
        <translation>ok</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Makespan</source>
        <translation>Makespan</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Speedup</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Effizienz</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
</context>
<context>
    <name>streamscope::SweepPanel</name>
    <message>
        <source>S&amp;weep</source>
        <translation>S&amp;weep</translation>
    </message>
    <message>
        <source>St&amp;op</source>
        <translation>St&amp;opp</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>Run what is missing; what is done stays</source>
        <translation>Ausführen, was fehlt; was fertig ist, bleibt</translation>
    </message>
    <message>
        <source>Drawn figure</source>
        <translation>Gezeichnete Kennzahl</translation>
    </message>
    <message>
        <source>Knob %1</source>
        <translation>Regler %1</translation>
    </message>
    <message>
        <source>Values of knob %1</source>
        <translation>Werte des Reglers %1</translation>
    </message>
    <message>
        <source>1,2,4,8 or 1:32:*2 or 10:100:+10; the values of lists are separated by ;</source>
        <translation>1,2,4,8 oder 1:32:*2 oder 10:100:+10; Werte von Listen trennt ein ;</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Filter: values of knobs, words of the status</source>
        <translation>Filter: Werte der Regler, Wörter des Ausgangs</translation>
    </message>
    <message>
        <source>Configurations of the sweep</source>
        <translation>Konfigurationen des Sweeps</translation>
    </message>
    <message>
        <source>A double click opens the run of a row</source>
        <translation>Ein Doppelklick öffnet den Lauf einer Zeile</translation>
    </message>
    <message>
        <source>Open the run</source>
        <translation>Lauf öffnen</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Choose a knob to sweep</source>
        <translation>Einen Regler für den Sweep wählen</translation>
    </message>
</context>
<context>
    <name>streamscope::SweepView</name>
    <message>
        <source>Sweep as a picture; the table has the same rows</source>
        <translation>Sweep als Bild; die Tabelle hat dieselben Zeilen</translation>
    </message>
</context>
<context>
    <name>streamscope::TableColumns</name>
    <message>
        <source>Reset columns</source>
        <translation>Spalten zurücksetzen</translation>
    </message>
</context>
<context>
    <name>streamscope::TimelineInput</name>
    <message>
        <source>Marker</source>
        <translation>Marke</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>streamscope::TimelineState</name>
    <message>
        <source>
Predicted: %1</source>
        <translation>
Vorhergesagt: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::TimelineWidget</name>
    <message>
        <source>, %1 % busy</source>
        <translation>, %1 % belegt</translation>
    </message>
    <message>
        <source>, waiting for %1</source>
        <translation>, wartet auf %1</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>What each stream and each engine did, over time. The operations table shows the same as text.</source>
        <translation>Was jeder Stream und jede Engine im Lauf der Zeit tat. Die Tabelle der Operationen zeigt dasselbe als Text.</translation>
    </message>
</context>
<context>
    <name>streamscope::TraceDocument</name>
    <message>
        <source>● %1</source>
        <translation>● %1</translation>
    </message>
    <message>
        <source>%1 (%2 ranks)</source>
        <translation>%1 (%2 Ranks)</translation>
    </message>
    <message>
        <source>%1 (ranks)</source>
        <translation>%1 (Ranks)</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
</context>
<context>
    <name>streamscope::TuneActions</name>
    <message>
        <source>tune</source>
        <translation>tunen</translation>
    </message>
</context>
<context>
    <name>streamscope::WhatIfActions</name>
    <message>
        <source>Comparing</source>
        <translation>Vergleich läuft</translation>
    </message>
    <message>
        <source>A run is at work on the device: stop it (Esc), or wait for it.</source>
        <translation>Auf dem Gerät läuft noch ein Lauf: anhalten (Esc) oder abwarten.</translation>
    </message>
    <message>
        <source>Save the changed program</source>
        <translation>Geändertes Programm speichern</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>Programs (*.json)</source>
        <translation>Programme (*.json)</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>%1 gespeichert</translation>
    </message>
    <message>
        <source>The command reads the program from its file: save it first (Ctrl+S).</source>
        <translation>Der Befehl liest das Programm aus seiner Datei: erst speichern (Strg+S).</translation>
    </message>
    <message>
        <source>On the clipboard: %1</source>
        <translation>In der Zwischenablage: %1</translation>
    </message>
</context>
<context>
    <name>streamscope::WhatIfEditor</name>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Operations that are changed</source>
        <translation>Operationen, die geändert werden</translation>
    </message>
    <message>
        <source>A search as in the timeline: kernel gemm &gt; 2ms, stream:7, h2d pageable</source>
        <translation>Eine Suche wie in der Zeitleiste: kernel gemm &gt; 2ms, stream:7, h2d pageable</translation>
    </message>
    <message>
        <source>Values of the change</source>
        <translation>Werte der Änderung</translation>
    </message>
    <message>
        <source>Choose a change on the left and add it: its fields appear here.</source>
        <translation>Links eine Änderung wählen und hinzufügen: ihre Felder erscheinen hier.</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>alle Operationen</translation>
    </message>
</context>
<context>
    <name>streamscope::WhatIfList</name>
    <message>
        <source>add “%1”</source>
        <translation>„%1“ hinzufügen</translation>
    </message>
    <message>
        <source>remove “%1”</source>
        <translation>„%1“ entfernen</translation>
    </message>
    <message>
        <source>move “%1”</source>
        <translation>„%1“ verschieben</translation>
    </message>
    <message>
        <source>switch “%1” on</source>
        <translation>„%1“ einschalten</translation>
    </message>
    <message>
        <source>switch “%1” off</source>
        <translation>„%1“ ausschalten</translation>
    </message>
    <message>
        <source>filter of “%1”</source>
        <translation>Filter von „%1“</translation>
    </message>
    <message>
        <source>%1 of “%2”</source>
        <translation>%1 von „%2“</translation>
    </message>
</context>
<context>
    <name>streamscope::WhatIfModel</name>
    <message>
        <source>the whole program</source>
        <translation>das ganze Programm</translation>
    </message>
    <message>
        <source>all operations</source>
        <translation>alle Operationen</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Operations</source>
        <translation>Operationen</translation>
    </message>
    <message>
        <source>Predicted</source>
        <translation>Vorhergesagt</translation>
    </message>
    <message>
        <source>Gain</source>
        <translation>Gewinn</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Applied from top to bottom; a check box switches a change off</source>
        <translation>Von oben nach unten angewendet; ein Häkchen weniger schaltet eine Änderung aus</translation>
    </message>
    <message>
        <source>The operations that the change is for, as a search of the timeline</source>
        <translation>Die Operationen, für die die Änderung gilt, als Suche der Zeitleiste</translation>
    </message>
    <message>
        <source>The time with this change and all above it</source>
        <translation>Die Zeit mit dieser Änderung und allen darüber</translation>
    </message>
    <message>
        <source>What this change wins against the time before it</source>
        <translation>Was diese Änderung gegenüber der Zeit davor gewinnt</translation>
    </message>
    <message>
        <source>What the change assumes, or why it does nothing</source>
        <translation>Was die Änderung voraussetzt, oder warum sie nichts tut</translation>
    </message>
</context>
<context>
    <name>streamscope::WhatIfPanel</name>
    <message>
        <source>Change to add</source>
        <translation>Änderung zum Hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Append this change to the list</source>
        <translation>Diese Änderung an die Liste anhängen</translation>
    </message>
    <message>
        <source>Apply the change earlier</source>
        <translation>Die Änderung früher anwenden</translation>
    </message>
    <message>
        <source>Apply the change later</source>
        <translation>Die Änderung später anwenden</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Take the change out of the list (Del)</source>
        <translation>Die Änderung aus der Liste nehmen (Entf)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Whole trace</source>
        <translation>Ganzer Trace</translation>
    </message>
    <message>
        <source>Try the changes on the whole trace again</source>
        <translation>Die Änderungen wieder am ganzen Trace ausprobieren</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Compare the time before with the time after the changes</source>
        <translation>Die Zeit davor mit der Zeit nach den Änderungen vergleichen</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Save as program…</source>
        <translation>Speichern als…</translation>
    </message>
    <message>
        <source>Save the changed program as a program file</source>
        <translation>Das geänderte Programm als Programmdatei speichern</translation>
    </message>
    <message>
        <source>Edit as program</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Open the changed program as a document and edit its operations</source>
        <translation>Das geänderte Programm als Dokument öffnen und seine Operationen bearbeiten</translation>
    </message>
    <message>
        <source>Copy command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>Copy the command that predicts the same</source>
        <translation>Den Befehl kopieren, der dasselbe vorhersagt</translation>
    </message>
    <message>
        <source>Run the changed program on %1, with stand-ins for the kernels of a trace, and compare</source>
        <translation>Das geänderte Programm auf %1 ausführen, mit Ersatz für die Kernel eines Trace, und vergleichen</translation>
    </message>
    <message>
        <source>Choose a device first</source>
        <translation>Erst ein Gerät wählen</translation>
    </message>
    <message>
        <source>Predicting…</source>
        <translation>Wird vorhergesagt…</translation>
    </message>
    <message>
        <source>Undo: %1 (Ctrl+Z)</source>
        <translation>Rückgängig: %1 (Strg+Z)</translation>
    </message>
    <message>
        <source>Redo: %1 (Ctrl+Y)</source>
        <translation>Wiederholen: %1 (Strg+Y)</translation>
    </message>
</context>
<context>
    <name>streamscope::WindowSweep</name>
    <message>
        <source>open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>%1 of %2 done</source>
        <translation>%1 von %2 fertig</translation>
    </message>
    <message>
        <source>%1, %2 s left</source>
        <translation>%1, noch %2 s</translation>
    </message>
    <message>
        <source>This tab shows another program than the sweep was of: sweep again.</source>
        <translation>Dieser Tab zeigt ein anderes Programm als das des Sweeps: den Sweep neu starten.</translation>
    </message>
</context>
</TS>
