package dev.zonecast.gpu.gl;

import dev.zonecast.core.Zonecast;
import dev.zonecast.core.gpu.NamedMemory;

/**
 * The memory of OpenGL's buffers, textures and renderbuffers: OpenGL does not say what it allocates, so the program says it, beside
 * the calls that give an object its storage and delete it.
 *
 * <pre>{@code
 * GpuMemory memory = new GpuMemory("OpenGL");
 *
 * glBufferData(GL_ARRAY_BUFFER, bytes, GL_STATIC_DRAW);
 * memory.buffer(buffer, bytes);
 * glTexStorage2D(GL_TEXTURE_2D, 10, GL_RGBA8, 512, 512);
 * memory.texture(texture, GL_TEXTURE_2D, 10, GL_RGBA8, 512, 512, 1);
 * memory.textureLabel(texture, "shadow map");
 * memory.textureDeleted(texture);
 * glDeleteTextures(texture);
 * }</pre>
 *
 * Sizes are what the format needs ({@link #bytes}); what the driver takes is more, as it likes. An object that gets storage anew gives up
 * the old one. Blocks are known by the objects' names, so contexts that do not share objects need a {@code GpuMemory} each.
 *
 * <p>Objects with labels are also in a pool of their label: {@code OpenGL textures: shadow map}.
 *
 * <p>Thread-safe. No call but {@link #record} touches OpenGL, and none throws.
 */
public final class GpuMemory {
    private static final int TEXTURE_3D = 0x806F;
    private static final int TEXTURE_CUBE_MAP = 0x8513;
    private static final int TEXTURE_1D_ARRAY = 0x8C18;
    private static final int CUBE_FACES = 6;

    private final NamedMemory buffers;
    private final NamedMemory textures;
    private final NamedMemory renderbuffers;
    private final DriverMemory driver;

    /** @param name of the context: the pools are {@code name buffers}, {@code name textures} and {@code name renderbuffers} */
    public GpuMemory(String name) {
        buffers = new NamedMemory(name + " buffers");
        textures = new NamedMemory(name + " textures");
        renderbuffers = new NamedMemory(name + " renderbuffers");
        driver = new DriverMemory(name);
    }

    /** From now on the calls that led there are taken with each block: {@link NamedMemory#callStacks}. */
    public GpuMemory callStacks(int depth) {
        buffers.callStacks(depth);
        textures.callStacks(depth);
        renderbuffers.callStacks(depth);
        return this;
    }

    /** A buffer has storage: {@code glBufferData}, {@code glBufferStorage}. */
    public void buffer(int buffer, long bytes) {
        replace(buffers, buffer, bytes);
    }

    /**
     * A buffer has a label, as glObjectLabel gives it; before or after its storage.
     *
     * @param label null or empty: none any more
     */
    public void bufferLabel(int buffer, String label) {
        buffers.name(key(buffer), label);
    }

    /** A buffer is about to be deleted. */
    public void bufferDeleted(int buffer) {
        buffers.freed(key(buffer));
    }

    /**
     * A texture has storage: {@code glTexStorage}, or {@code glTexImage} of its largest level.
     *
     * @param target of the texture
     * @param levels count, the largest first; 0 for all down to one texel
     * @param internalFormat sized, or a base format, which counts as the one with 8 bits a component
     * @param width texels
     * @param height texels; layers of a one-dimensional array
     * @param depth texels; layers of an array, six for each cube of an array of cubes
     */
    public void texture(int texture, int target, int levels, int internalFormat, int width, int height, int depth) {
        // Texels and layers: mip levels halve the texels alone.
        int high = target == TEXTURE_1D_ARRAY ? 1 : height;
        int deep = target == TEXTURE_3D ? depth : 1;
        int layers = switch (target) {
            case TEXTURE_CUBE_MAP -> CUBE_FACES;
            case TEXTURE_3D -> 1;
            case TEXTURE_1D_ARRAY -> height;
            default -> depth;
        };
        replace(textures, texture, Math.max(1, layers) * bytes(internalFormat, levels, width, high, deep));
    }

    /** A multisample texture has storage: {@code glTexStorage2DMultisample}. */
    public void multisampleTexture(int texture, int samples, int internalFormat, int width, int height) {
        replace(textures, texture, Math.max(1, samples) * bytes(internalFormat, 1, width, height, 1));
    }

    /** A texture has a label: as {@link #bufferLabel}. */
    public void textureLabel(int texture, String label) {
        textures.name(key(texture), label);
    }

    /** A texture is about to be deleted. */
    public void textureDeleted(int texture) {
        textures.freed(key(texture));
    }

    /**
     * A renderbuffer has storage.
     *
     * @param samples 0 or 1 for one without multisampling
     */
    public void renderbuffer(int renderbuffer, int samples, int internalFormat, int width, int height) {
        replace(renderbuffers, renderbuffer, Math.max(1, samples) * bytes(internalFormat, 1, width, height, 1));
    }

    /** A renderbuffer has a label: as {@link #bufferLabel}. */
    public void renderbufferLabel(int renderbuffer, String label) {
        renderbuffers.name(key(renderbuffer), label);
    }

    /** A renderbuffer is about to be deleted. */
    public void renderbufferDeleted(int renderbuffer) {
        renderbuffers.freed(key(renderbuffer));
    }

    /**
     * Records what the driver says of its memory, where it has NVX_gpu_memory_info (size, free, evicted) or ATI_meminfo (free for buffers,
     * textures and renderbuffers): plots such as {@code OpenGL memory: free}. Once a frame is right: the driver is asked ten times a second
     * at most, and not while nobody listens. On a thread where the OpenGL context is current; elsewhere it does nothing.
     */
    public void record() {
        if (Zonecast.isActive()) {
            driver.record();
        }
    }

    private static void replace(NamedMemory memory, int name, long bytes) {
        memory.allocated(key(name), bytes);
    }

    private static long key(int name) {
        return name & 0xFFFF_FFFFL;
    }

    /**
     * What texels of a format need.
     *
     * @param levels count of mip levels; 0 for all down to one texel
     * @return bytes; of a format that is not known, as if it had 4 a texel
     */
    public static long bytes(int internalFormat, int levels, int width, int height, int depth) {
        TexelFormat format = TexelFormat.of(internalFormat);
        int w = Math.max(1, width);
        int h = Math.max(1, height);
        int d = Math.max(1, depth);
        long sum = 0;
        for (int level = 0; level < levels || levels <= 0; level++) {
            sum += format.bytes(w, h, d);
            if (w == 1 && h == 1 && d == 1) {
                break;
            }
            w = Math.max(1, w / 2);
            h = Math.max(1, h / 2);
            d = Math.max(1, d / 2);
        }
        return sum;
    }
}
