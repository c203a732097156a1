// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as studios for games, film, sound and streaming run them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

cudaGraphExec_t clothFrame = nullptr;                       ///< of studio_cloth()
std::array<cudaGraphExec_t, 2> sceneFrames{};               ///< of studio_scene(): one for each texture
cudaGraphExec_t skeletonPose = nullptr, feetPose = nullptr; ///< of studio_retarget()

// Of studio_mixer(): how many pieces of sound were decoded and mixed, in all runs.
std::atomic<std::size_t> decodedPieces{0}, mixedPieces{0};

// Of studio_cloth(): three pieces of cloth.
constexpr std::size_t clothBytes = 48 * kib, clothApart = 16 * mib, windAt = 64 * mib, windBytes = 16 * kib;
constexpr std::size_t bodyAt = 80 * mib, bodyKeptAt = 96 * mib;

// Of studio_scene(): two textures in turn, and what is made of them.
constexpr std::size_t textureBytes = 3 * mib, textureApart = 16 * mib;
constexpr std::size_t shadowAt = 48 * mib, particlesAt = 64 * mib, surfaceAt = 80 * mib, pictureAt = 96 * mib;
constexpr std::size_t pictureBytes = 64 * kib;

// Of studio_retarget(): the pose of the actor, of the character, and of its feet.
constexpr std::size_t poseBytes = 32 * kib, actorAt = 0, characterAt = 16 * mib, feetAt = 32 * mib;

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Half of what was there, and half of what is worked out of one value.
__device__ void take(float *to, float value, int iterations)
{
    const std::size_t i = self();
    to[i] = 0.5F * to[i] + 0.5F * worked(value, 0.001F, iterations);
}

/// A piece of cloth under wind, of which there are 4,096 values.
__global__ void constraint_pass(float *cloth, const float *wind, int iterations)
{
    take(cloth, wind[self() % 4096], iterations);
}

/// What three pieces of cloth do to the body.
__global__ void collide_pass(const float *shirt, const float *cape, const float *hair, float *body, int iterations)
{
    const std::size_t i = self();
    body[i] = worked((shirt[i] + cape[i] + hair[i]) / 3.0F, 0.001F, iterations);
}

/// Keeps the stems below a level.
__global__ void limiter_pass(float *stems, int iterations)
{
    const std::size_t i = self();
    stems[i] = fminf(worked(stems[i], 0.001F, iterations), 0.9F);
}

/// A step of the bodies of an island, with what touches them from the next one.
__global__ void island_pass(float *bodies, const float *contacts, int iterations)
{
    take(bodies, contacts[self()], iterations);
}

/// Adds to a map, or to particles, that were set to zero.
__global__ void emit_pass(float *to, const float *from, int iterations)
{
    const std::size_t i = self();
    to[i] += worked(from[i], 0.001F, iterations);
}

/// Depths of a tile, or of neighbouring ones, which were set to zero.
__global__ void shadow_tile_pass(const float *casters, float *depths, int iterations)
{
    const std::size_t i = self();
    depths[i] += worked(casters[i], 0.001F, iterations);
}

/// Light on the picture, with the depths of 32,768 places.
__global__ void light_pass(float *picture, const float *depths, int iterations)
{
    take(picture, depths[self() % 32768], iterations);
}

/// Gathers light for a place of a map, which was set to zero, from its chart and its normal.
__global__ void gather_pass(const float *charts, const float *normals, float *map, int iterations)
{
    const std::size_t i = self();
    map[i] += worked(0.5F * charts[i] + 0.5F * normals[i], 0.001F, iterations);
}

/// Sound becomes its spectrum, a texture a surface, pixels a layer: in another place.
__global__ void derive_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

/// The product with the spectrum of the room.
__global__ void room_pass(float *spectrum, int iterations)
{
    const std::size_t i = self();
    spectrum[i] *= worked(1.0F + 0.001F * static_cast<float>(threadIdx.x), 0.001F, iterations);
}

/// Encodes a picture of 32,768 values, with the one that was copied on the device.
__global__ void rung_pass(const float *picture, const float *reference, float *coded, int iterations)
{
    const std::size_t i = self(), place = i % 32768;
    coded[i] = worked(0.7F * picture[place] + 0.3F * reference[place], 0.001F, iterations);
}

/// Chooses the triangles of an object.
__global__ void choose_pass(float *object, const float *camera, int iterations)
{
    take(object, camera[threadIdx.x], iterations);
}

/// Draws four objects that lie 16 MiB apart.
__global__ void draw_pass(const float *objects, float *picture, int iterations)
{
    constexpr std::size_t apart = 16 * mib / sizeof(float);
    const std::size_t i = self();
    const float sum = objects[i] + objects[i + apart] + objects[i + 2 * apart] + objects[i + 3 * apart];
    picture[i] = worked(0.25F * sum, 0.001F, iterations);
}

/// Puts together what the branches of a frame have made.
__global__ void compose_pass(const float *surfaces, const float *depths, const float *particles, float *picture,
                             int iterations)
{
    const std::size_t i = self(), few = i % 4096;
    picture[i] = worked(0.6F * surfaces[i] + 0.2F * depths[few] + 0.2F * particles[few], 0.001F, iterations);
}

__global__ void path_pass(float *image, int iterations)
{
    churn(image, iterations);
}

/// What is heard of a place behind walls.
__global__ void echo_pass(const float *place, float *heard, int iterations)
{
    take(heard, place[self() % 1024], iterations);
}

/// Lays a layer over the canvas, or sound over the stems.
__global__ void over_pass(const float *layer, float *canvas, int iterations)
{
    take(canvas, layer[self()], iterations);
}

/// Bones follow bones, and what hangs on a character its feet.
__global__ void bone_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// The events that a capture has used are of no use to other programs until they are recorded again.
void recordAllEvents()
{
    for (const cudaEvent_t event : lab.events)
        check(cudaEventRecord(event, lab.streams[0]));
    check(cudaStreamSynchronize(lab.streams[0]));
}

/// A frame of three pieces of cloth on three streams: wind comes in, eight short kernels for each piece; behind all of
/// them a kernel for the body, which is kept on the device and goes back.
void clothWork(cudaStream_t first, int constraint, int collide)
{
    const std::array<cudaStream_t, 3> streams{first, lab.streams[1], lab.streams[2]};
    copyIn(windAt, windBytes, first);
    check(cudaEventRecord(lab.events[0], first));
    for (std::size_t piece = 0; piece < streams.size(); ++piece) {
        if (piece > 0)
            check(cudaStreamWaitEvent(streams[piece], lab.events[0], 0));
        for (int turn = 0; turn < 8; ++turn)
            constraint_pass<<<blocksFor(clothBytes), blockThreads, 0, streams[piece]>>>(at(piece * clothApart),
                                                                                        at(windAt), constraint);
    }
    for (std::size_t piece = 1; piece < streams.size(); ++piece)
        order(streams[piece], first, piece);
    collide_pass<<<blocksFor(clothBytes), blockThreads, 0, first>>>(at(0), at(clothApart), at(2 * clothApart),
                                                                    at(bodyAt), collide);
    check(cudaMemcpyAsync(at(bodyKeptAt), at(bodyAt), clothBytes, cudaMemcpyDeviceToDevice, first));
    copyOut(bodyAt, clothBytes, first);
}

/// A frame of a scene in three branches: surfaces with their texture, shadows, particles; behind them the picture.
void sceneWork(cudaStream_t first, std::size_t slot, int surface, int few)
{
    const cudaStream_t shadows = lab.streams[1], particles = lab.streams[2];
    check(cudaEventRecord(lab.events[0], first));
    check(cudaStreamWaitEvent(shadows, lab.events[0], 0));
    check(cudaStreamWaitEvent(particles, lab.events[0], 0));
    derive_pass<<<blocksFor(textureBytes), blockThreads, 0, first>>>(at(slot * textureApart), at(surfaceAt), surface);
    launch(critical_pass, 16, few, shadows, shadowAt);
    launch(churn_pass, 16, few, particles, particlesAt);
    launch(churn_pass, 16, few, particles, particlesAt);
    order(shadows, first, 1);
    order(particles, first, 2);
    compose_pass<<<blocksFor(pictureBytes), blockThreads, 0, first>>>(at(surfaceAt), at(shadowAt), at(particlesAt),
                                                                      at(pictureAt), few / 2);
}

/// Asks each 4 us whether an event has come.
void askUntilDone(cudaEvent_t event)
{
    cudaError_t state = cudaEventQuery(event);
    while (state == cudaErrorNotReady) {
        workOnHost(4);
        state = cudaEventQuery(event);
    }
    check(state);
    cudaGetLastError(); // "not ready" is no error
}

/// Stands for a program's own function that shows a picture.
void CUDART_CB showPicture(void * /*picture*/)
{
    workOnHost(10);
}

/// Waits until another thread has come so far, two seconds at most.
void waitFor(const std::atomic<std::size_t> &count, std::size_t least)
{
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    while (count.load() < least && std::chrono::steady_clock::now() < until) {
    }
}

} // namespace

extern "C" {

/// Captures the graph that studio_cloth() launches after the change.
int studio_cloth_prepare(int constraint, int collide)
{
    capture([=](cudaStream_t stream) { clothWork(stream, constraint, collide); }, clothFrame);
    recordAllEvents();
    return finish();
}

/// Frames of three pieces of cloth on three streams, an event that the host waits for, and work of the host. After: a
/// frame is one graph with three branches.
int studio_cloth(int after, int constraint, int collide)
{
    const cudaStream_t stream = lab.streams[0];
    for (int frame = 0; frame < 25; ++frame) {
        if (after)
            check(cudaGraphLaunch(clothFrame, stream));
        else
            clothWork(stream, constraint, collide);
        check(cudaEventRecord(lab.events[3], stream));
        check(cudaEventSynchronize(lab.events[3]));
        workOnHost(20);
    }
    return finish();
}

/// One of two threads. The first mixes a piece of sound each 400 us, by the clock: two kernels, eight stems back, a
/// wait. The second decodes the pieces into three slots, and copies them in on a stream of its own. After: the stems
/// are one copy back.
int studio_mixer(int after, int thread, int iterations)
{
    constexpr std::size_t pieces = 24, slots = 3, bytes = 32 * kib, stemsAt = 64 * mib, stems = 8;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    const std::size_t begun = thread == 0 ? mixedPieces.load() : decodedPieces.load(); // both are alike between runs
    meetOtherThread();
    const auto start = std::chrono::steady_clock::now();
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t slot = piece % slots, sound = slot * mib;
        if (thread == 1) {
            if (piece >= slots) // the piece before it in the slot was mixed
                waitFor(mixedPieces, begun + piece - slots + 1);
            std::memcpy(lab.in + sound, lab.pageable + piece * bytes, bytes);
            workOnHost(60);
            copyIn(sound, bytes, stream);
            check(cudaEventRecord(lab.events[slot], stream));
            decodedPieces.fetch_add(1);
            continue;
        }
        while (std::chrono::steady_clock::now() < start + std::chrono::microseconds(400) * piece) {
        }
        waitFor(decodedPieces, begun + piece + 1);
        check(cudaStreamWaitEvent(stream, lab.events[slot], 0));
        over_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(sound), at(stemsAt), iterations);
        limiter_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(stemsAt), iterations);
        const std::size_t parts = after ? 1 : stems;
        for (std::size_t part = 0; part < parts; ++part)
            copyOut(stemsAt + part * (bytes / parts), bytes / parts, stream);
        check(cudaStreamSynchronize(stream));
        mixedPieces.fetch_add(1);
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Islands of a world with a stream each, which wait for both neighbours by events, and hand on what touches them by a
/// copy on the device; on the NULL stream, a map for somebody who looks for errors. Each eighth step the host waits for
/// the islands. Before: the streams and the NULL stream wait for each other. After: they do not.
int studio_islands(int after, int island, int heat)
{
    constexpr std::size_t steps = 40, islands = 4, apart = 16 * mib, contactsAt = 4 * mib, bytes = 30 * kib;
    constexpr std::size_t mapAt = 64 * mib, paletteAt = 80 * mib, mapBytes = 64 * kib;
    const auto streams = [&](std::size_t number) { return after ? lab.streams[number] : lab.blocking[number]; };
    for (std::size_t step = 0; step < steps; ++step) {
        const std::size_t now = step % 2, next = 1 - now;
        for (std::size_t number = 0; number < islands; ++number) {
            const cudaStream_t stream = streams(number);
            const std::size_t here = number * apart, right = (number + 1) % islands, left = (number + 3) % islands;
            if (step > 0) { // the right one has left its contacts, the left one has used those that are written next
                check(cudaStreamWaitEvent(stream, lab.events[islands * next + right], 0));
                check(cudaStreamWaitEvent(stream, lab.events[islands * next + left], 0));
            }
            island_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(
                at(here), at(right * apart + contactsAt + now * mib), island);
            check(
                cudaMemcpyAsync(at(here + contactsAt + next * mib), at(here), bytes, cudaMemcpyDeviceToDevice, stream));
            check(cudaEventRecord(lab.events[islands * now + number], stream));
        }
        check(cudaMemsetAsync(at(mapAt), 0, mapBytes, nullptr));
        emit_pass<<<blocksFor(mapBytes), blockThreads>>>(at(mapAt), at(paletteAt), heat);
        if (step % 8 == 7) {
            for (std::size_t number = 0; number < islands; ++number)
                check(cudaStreamSynchronize(streams(number)));
            workOnHost(20);
        }
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Frames with a map of shadows in 32 tiles: casters in, depths set to zero, a kernel for each tile, light, a
/// picture back, and an event that the host asks for again and again. After: one kernel makes all tiles.
int studio_shadow_tiles(int after, int tile, int light)
{
    constexpr std::size_t tiles = 32, tileOfBytes = 4 * kib, depthsAt = 16 * mib, imageAt = 32 * mib;
    const cudaStream_t stream = lab.streams[0];
    const std::size_t launches = after ? 1 : tiles, bytes = tiles * tileOfBytes / launches;
    for (int frame = 0; frame < 20; ++frame) {
        copyIn(0, tiles * tileOfBytes, stream);
        check(cudaMemsetAsync(at(depthsAt), 0, tiles * tileOfBytes, stream));
        for (std::size_t part = 0; part < launches; ++part)
            shadow_tile_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(part * bytes),
                                                                            at(depthsAt + part * bytes), tile);
        light_pass<<<264, blockThreads, 0, stream>>>(at(imageAt), at(depthsAt), light);
        copyOut(imageAt, 264 * kib, stream);
        check(cudaEventRecord(lab.events[24], stream));
        askUntilDone(lab.events[24]);
    }
    return finish();
}

/// Maps of light that are baked: charts and normals in, light set to zero, two kernels, the map back, and a wait behind
/// each map. After: chunks in turn on 2 streams.
int studio_bake(int chunks, int gather, int tone)
{
    constexpr std::size_t maps = 4, apart = 16 * mib, normalsAt = 4 * mib, lightAt = 8 * mib, bytes = 4 * mib;
    const std::size_t part = bytes / static_cast<std::size_t>(chunks);
    for (std::size_t map = 0; map < maps; ++map) {
        for (std::size_t chunk = 0; chunk < static_cast<std::size_t>(chunks); ++chunk) {
            const cudaStream_t stream = lab.streams[chunk % 2];
            const std::size_t charts = map * apart + chunk * part;
            const std::size_t normals = charts + normalsAt, light = charts + lightAt;
            copyIn(charts, part, stream);
            copyIn(normals, part, stream);
            check(cudaMemsetAsync(at(light), 0, part, stream));
            gather_pass<<<blocksFor(part), blockThreads, 0, stream>>>(at(charts), at(normals), at(light), gather);
            launch(blend_pass, blocksFor(part), tone, stream, light);
            copyOut(light, part, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Blocks of sound in a large room, in pieces in turn on 3 streams: a copy in, two kernels, a copy back; behind a block
/// the host waits for the three streams. After: fewer pieces.
int studio_reverb(int pieces, int iterations)
{
    constexpr std::size_t blocks = 12, bytes = 6 * mib, places = 4, apart = 8 * mib, spectraAt = 64 * mib, count = 3;
    const std::size_t part = bytes / static_cast<std::size_t>(pieces);
    for (std::size_t block = 0; block < blocks; ++block) {
        for (std::size_t piece = 0; piece < static_cast<std::size_t>(pieces); ++piece) {
            const cudaStream_t stream = lab.streams[piece % count];
            const std::size_t sound = block % places * apart + piece * part, spectrum = spectraAt + sound;
            copyIn(sound, part, stream);
            derive_pass<<<blocksFor(part), blockThreads, 0, stream>>>(at(sound), at(spectrum), iterations);
            launch(room_pass, blocksFor(part), iterations, stream, spectrum);
            copyOut(spectrum, part, stream);
        }
        for (std::size_t number = 0; number < count; ++number)
            check(cudaStreamSynchronize(lab.streams[number]));
    }
    return finish();
}

/// Rungs of a ladder of encodings, 8 in a batch on 4 streams, and a wait behind a batch. Before: a 2D copy in and a
/// copy on the device for all rungs, then all kernels, then all copies back. After: rung after rung.
int studio_ladder(int after, int iterations)
{
    constexpr std::size_t rungs = 8, apart = 4 * mib, referenceAt = 64 * mib, codedAt = 128 * mib;
    constexpr std::size_t rows = 64, width = 2 * kib, pitch = 4 * kib, back = 64 * kib;
    constexpr int stages = 3, blocks = 2112;
    const auto stage = [&](std::size_t rung, int number) {
        const cudaStream_t stream = lab.streams[rung % 4];
        const std::size_t picture = rung * apart, reference = referenceAt + picture, coded = codedAt + picture;
        if (number == 0) {
            check(cudaMemcpy2DAsync(at(picture), width, lab.in + picture, pitch, width, rows, cudaMemcpyHostToDevice,
                                    stream));
            check(cudaMemcpyAsync(at(reference), at(picture), rows * width, cudaMemcpyDeviceToDevice, stream));
        } else if (number == 1) {
            rung_pass<<<blocks, blockThreads, 0, stream>>>(at(picture), at(reference), at(coded), iterations);
        } else {
            copyOut(coded, back, stream);
        }
    };
    for (int batch = 0; batch < 3; ++batch) {
        if (after) {
            for (std::size_t rung = 0; rung < rungs; ++rung)
                for (int number = 0; number < stages; ++number)
                    stage(rung, number);
        } else {
            for (int number = 0; number < stages; ++number)
                for (std::size_t rung = 0; rung < rungs; ++rung)
                    stage(rung, number);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Frames of four objects with a stream each: kernels of few blocks choose their triangles and pack them; a fifth
/// stream waits for the four by events and draws, a function of the host shows the picture, and the host waits for an
/// event. The four wait by an event, too, before they change what is drawn.
int studio_detail(int choose, int pack)
{
    constexpr std::size_t objects = 4, apart = 16 * mib, cameraAt = 96 * mib, imageAt = 112 * mib, drawn = 8;
    constexpr int few = 8, more = 16;
    const cudaStream_t drawing = lab.streams[objects];
    for (std::size_t frame = 0; frame < 40; ++frame) {
        for (std::size_t object = 0; object < objects; ++object) {
            const cudaStream_t stream = lab.streams[object];
            const std::size_t camera = cameraAt + object * mib;
            if (frame > 0)
                check(cudaStreamWaitEvent(stream, lab.events[drawn], 0));
            copyIn(camera, kib, stream);
            choose_pass<<<more, blockThreads, 0, stream>>>(at(object * apart), at(camera), choose);
            launch(advect_pass, few, pack, stream, object * apart);
            order(stream, drawing, object);
        }
        draw_pass<<<more, blockThreads, 0, drawing>>>(at(0), at(imageAt), pack);
        check(cudaEventRecord(lab.events[drawn], drawing));
        check(cudaMemcpyAsync(lab.out + imageAt + frame * 16 * kib, at(imageAt), 16 * kib, cudaMemcpyDeviceToHost,
                              drawing));
        check(cudaLaunchHostFunc(drawing, showPicture, nullptr));
        check(cudaEventRecord(lab.events[drawn + 1], drawing));
        check(cudaEventSynchronize(lab.events[drawn + 1]));
    }
    return finish();
}

/// Captures the graphs that studio_scene() launches.
int studio_scene_prepare(int surface, int few)
{
    for (std::size_t slot = 0; slot < sceneFrames.size(); ++slot)
        capture([=](cudaStream_t stream) { sceneWork(stream, slot, surface, few); }, sceneFrames[slot]);
    recordAllEvents();
    return finish();
}

/// Frames of a scene with two textures in turn: a texture in, a graph of three branches, a picture back, an event that
/// the host waits for, and work of the host. Before: textures lie in pageable memory. After: in pinned memory, and the
/// next one is copied before the graph of this frame, on a stream of its own.
int studio_scene(int after)
{
    constexpr std::size_t frames = 24, slots = 2, parts = 4, arrived = 8, done = 10;
    const cudaStream_t drawing = lab.streams[0], copies = after ? lab.streams[3] : drawing;
    const auto load = [&](std::size_t frame) { // the graph that used the slot is done: the host has waited for it
        const char *const source = (after ? lab.in : lab.pageable) + frame % parts * textureBytes;
        check(cudaMemcpyAsync(at(frame % slots * textureApart), source, textureBytes, cudaMemcpyHostToDevice, copies));
        if (after)
            check(cudaEventRecord(lab.events[arrived + frame % slots], copies));
    };
    if (after)
        load(0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        if (!after)
            load(frame);
        else if (frame + 1 < frames)
            load(frame + 1);
        if (after)
            check(cudaStreamWaitEvent(drawing, lab.events[arrived + frame % slots], 0));
        check(cudaGraphLaunch(sceneFrames[frame % slots], drawing));
        check(cudaMemcpyAsync(lab.out + pictureAt + frame * pictureBytes, at(pictureAt), pictureBytes,
                              cudaMemcpyDeviceToHost, drawing));
        check(cudaEventRecord(lab.events[done], drawing));
        check(cudaEventSynchronize(lab.events[done]));
        workOnHost(15);
    }
    return finish();
}

/// One of two threads. The first issues kernels that fill the GPU, the paths of light, all at once. The second follows
/// sound: a place in, a short kernel of few blocks, what is heard back, and an event that it waits for. After: its
/// stream is urgent.
int studio_hearing(int after, int thread, int path, int echo)
{
    constexpr std::size_t placesAt = 128 * mib, heardAt = 144 * mib, bytes = 4 * kib, done = 12;
    constexpr int few = 16;
    meetOtherThread();
    if (thread == 0) {
        for (int kernel = 0; kernel < 24; ++kernel)
            launch(path_pass, 4224, path, lab.streams[0]);
        check(cudaStreamSynchronize(lab.streams[0]));
        return finish();
    }
    const cudaStream_t stream = after ? lab.urgent : lab.streams[1];
    workOnHost(60);
    for (std::size_t turn = 0; turn < 48; ++turn) {
        copyIn(placesAt + turn * bytes, bytes, stream);
        echo_pass<<<few, blockThreads, 0, stream>>>(at(placesAt + turn * bytes), at(heardAt), echo);
        copyOut(heardAt, bytes, stream);
        check(cudaEventRecord(lab.events[done], stream));
        check(cudaEventSynchronize(lab.events[done]));
        workOnHost(5);
    }
    return finish();
}

/// Frames that are put together of four layers on two streams: the first takes memory for a layer from the pool and
/// fills it; the second waits for that by an event, lays the layer over the canvas, and gives the memory back. The
/// canvas goes back, and the host waits for an event. What the program does is always the same; it says first whether
/// the pool keeps its memory at a wait, and that is the change.
int studio_layers(int keep, int iterations)
{
    constexpr std::size_t frames = 20, layers = 4, layerBytes = 16 * mib, canvasAt = 128 * mib, done = 16;
    constexpr int blocks = 264;
    const cudaStream_t filling = lab.streams[0], laying = lab.streams[1];
    poolKeepsMemory(keep != 0);
    for (std::size_t frame = 0; frame < frames; ++frame) {
        check(cudaMemsetAsync(at(canvasAt), 0, blocks * kib, laying));
        for (std::size_t layer = 0; layer < layers; ++layer) {
            const std::size_t source = layer * 16 * mib;
            void *memory = nullptr;
            check(cudaMallocAsync(&memory, layerBytes, filling));
            if (!memory)
                return finish();
            copyIn(source, blocks * kib, filling);
            derive_pass<<<blocks, blockThreads, 0, filling>>>(at(source), static_cast<float *>(memory), iterations);
            order(filling, laying, layer);
            over_pass<<<blocks, blockThreads, 0, laying>>>(static_cast<const float *>(memory), at(canvasAt),
                                                           iterations);
            check(cudaFreeAsync(memory, laying));
        }
        copyOut(canvasAt, blocks * kib, laying);
        check(cudaEventRecord(lab.events[done], laying));
        check(cudaEventSynchronize(lab.events[done]));
    }
    return finish();
}

/// One of two threads. The first draws views: a kernel, 128 KiB back to pageable memory, and a wait. The second makes
/// particles: memory of 8 MiB, set to zero, a short kernel, a copy on the device to where they are kept, a wait.
/// Before: the second one calls cudaMalloc and cudaFree for each frame. After: it has one buffer.
int studio_emitters(int after, int thread, int view, int spawn)
{
    constexpr std::size_t bytes = 8 * mib, emitterAt = 64 * mib, keptAt = 80 * mib, ownAt = 128 * mib;
    constexpr std::size_t viewBytes = 128 * kib, used = 64 * kib;
    const cudaStream_t stream = lab.streams[static_cast<std::size_t>(thread)];
    meetOtherThread();
    if (thread == 0) {
        for (int frame = 0; frame < 60; ++frame) {
            copyIn(0, viewBytes, stream);
            launch(churn_pass, blocksFor(viewBytes), view, stream);
            check(cudaMemcpyAsync(lab.pageable + 8 * mib, at(0), viewBytes, cudaMemcpyDeviceToHost, stream));
            check(cudaStreamSynchronize(stream));
        }
        return finish();
    }
    for (std::size_t frame = 0; frame < 24; ++frame) {
        void *memory = at(ownAt);
        if (!after)
            check(cudaMalloc(&memory, bytes));
        check(cudaMemsetAsync(memory, 0, bytes, stream));
        emit_pass<<<blocksFor(used), blockThreads, 0, stream>>>(static_cast<float *>(memory), at(emitterAt), spawn);
        check(cudaMemcpyAsync(at(keptAt + frame * used), memory, used, cudaMemcpyDeviceToDevice, stream));
        check(cudaStreamSynchronize(stream));
        if (!after)
            check(cudaFree(memory));
    }
    return finish();
}

/// Captures the graphs that studio_retarget() launches: the bones of a character, and its feet.
int studio_retarget_prepare(int iterations)
{
    const auto chain = [=](std::size_t from, std::size_t to) {
        return [=](cudaStream_t stream) {
            for (int bone = 0; bone < 6; ++bone)
                bone_pass<<<blocksFor(poseBytes), blockThreads, 0, stream>>>(at(from), at(to), iterations);
        };
    };
    capture(chain(actorAt, characterAt), skeletonPose);
    capture(chain(characterAt, feetAt), feetPose);
    return finish();
}

/// Poses of an actor that a character takes over, on three streams: a pose in and a graph for its bones; behind an
/// event a graph for its feet; behind another one a kernel for what hangs on it. Events keep what is still read. What
/// hangs on it goes back at the end. Before: the host waits for the bones, by an event, and behind each pose. After:
/// only at the end.
int studio_retarget(int after, int iterations)
{
    constexpr std::size_t poses = 60, chainAt = 48 * mib, bones = 0, feet = 1, hanging = 2;
    constexpr std::size_t takenOver = 20; // the first of three events
    const std::array<cudaStream_t, 3> streams{lab.streams[0], lab.streams[1], lab.streams[2]};
    for (std::size_t pose = 0; pose < poses; ++pose) {
        char *const source = lab.in + actorAt + pose * poseBytes; // a place of its own
        std::memcpy(source, lab.pageable + pose * poseBytes, poseBytes);
        workOnHost(15);
        if (pose > 0) // the feet have read the bones
            check(cudaStreamWaitEvent(streams[bones], lab.events[takenOver + feet], 0));
        check(cudaMemcpyAsync(at(actorAt), source, poseBytes, cudaMemcpyHostToDevice, streams[bones]));
        check(cudaGraphLaunch(skeletonPose, streams[bones]));
        check(cudaEventRecord(lab.events[takenOver + bones], streams[bones]));
        if (!after)
            check(cudaEventSynchronize(lab.events[takenOver + bones]));
        check(cudaStreamWaitEvent(streams[feet], lab.events[takenOver + bones], 0));
        if (pose > 0) // what hangs on it has read the feet
            check(cudaStreamWaitEvent(streams[feet], lab.events[takenOver + hanging], 0));
        check(cudaGraphLaunch(feetPose, streams[feet]));
        check(cudaEventRecord(lab.events[takenOver + feet], streams[feet]));
        check(cudaStreamWaitEvent(streams[hanging], lab.events[takenOver + feet], 0));
        bone_pass<<<blocksFor(poseBytes), blockThreads, 0, streams[hanging]>>>(at(feetAt), at(chainAt), iterations);
        check(cudaEventRecord(lab.events[takenOver + hanging], streams[hanging]));
        if (!after)
            check(cudaStreamSynchronize(streams[hanging]));
    }
    copyOut(chainAt, poseBytes, streams[hanging]);
    check(cudaStreamSynchronize(streams[hanging]));
    return finish();
}

} // extern "C"
