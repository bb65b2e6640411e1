package dev.zonecast.demo.render.gl;

import static org.lwjgl.opengl.GL33C.*;

import dev.zonecast.core.SourceLocation;
import dev.zonecast.core.gpu.GpuZone;
import dev.zonecast.demo.render.PassDevice;
import dev.zonecast.demo.scene.Mesh;
import dev.zonecast.gpu.gl.GpuCtx;
import java.util.List;

/** The passes' view of OpenGL, and the instances that they draw. */
final class GlPasses implements PassDevice<GlTarget, GlProgram>, AutoCloseable {
    private final GpuCtx gpu;
    private final List<GlMesh> meshes;
    private final InstanceStream visible;
    private final InstanceStream casters;

    /** Empty: the corners of the one triangle come from the vertex number. */
    private final int noVertices = glGenVertexArrays();

    private GlProgram program;

    GlPasses(GpuCtx gpu, List<Mesh> sceneMeshes) {
        this.gpu = gpu;
        meshes = sceneMeshes.stream().map(GlMesh::new).toList();
        visible = new InstanceStream(meshes);
        casters = new InstanceStream(meshes);
    }

    /** The objects that the camera sees. */
    InstanceStream visible() {
        return visible;
    }

    /** The objects that cast shadows. */
    InstanceStream casters() {
        return casters;
    }

    @Override
    public GlTarget target(TargetKind kind, int width, int height) {
        return new GlTarget(kind, width, height);
    }

    @Override
    public GlProgram program(ProgramKind kind, TargetKind into, String vertex, String fragment) {
        return new GlProgram(kind, vertex, fragment);
    }

    @Override
    public GpuZone zone(SourceLocation location) {
        return gpu.open(location);
    }

    @Override
    public Scope drawInto(GlTarget target) {
        target.bind();
        return () -> {};
    }

    @Override
    public void use(GlProgram next, List<GlTarget> textures) {
        for (int unit = 0; unit < textures.size(); unit++) {
            textures.get(unit).bindTexture(unit);
        }
        next.use();
        program = next;
    }

    @Override
    public void parameter(float x, float y) {
        program.parameter(x, y);
    }

    @Override
    public void drawOver() {
        glBindVertexArray(noVertices);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }

    @Override
    public void drawMesh(int mesh, boolean ofCasters) {
        (ofCasters ? casters : visible).draw(mesh);
    }

    @Override
    public void close() {
        glDeleteVertexArrays(noVertices);
        visible.close();
        casters.close();
        meshes.forEach(GlMesh::close);
    }
}
