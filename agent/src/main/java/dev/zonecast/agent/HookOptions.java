package dev.zonecast.agent;

/**
 * What hooks read of the agent's options. Each attach may bring others.
 *
 * @param uploadsFrom uploads and allocations from so many bytes on are zones
 * @param draws whether each draw call is a GPU zone
 * @param presentation whether the driver of OpenGL is asked when the screen showed frames
 * @param pictures null: none are wanted
 */
public record HookOptions(long uploadsFrom, boolean draws, boolean presentation, PictureOptions pictures) {
    static HookOptions of(AgentOptions options) {
        return new HookOptions(
                options.get(AgentOption.UPLOADS),
                options.get(AgentOption.DRAWS),
                options.get(AgentOption.PRESENTATION),
                options.get(AgentOption.IMAGES).orElse(null));
    }
}
