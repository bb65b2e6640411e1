package dev.zonecast.demo.render;

/**
 * The driver that draws, in its own words.
 *
 * @param api for example "OpenGL"
 * @param vendor who made the driver
 * @param device what it draws on
 * @param version version of the API and of the driver
 * @param surface how the context was made and where the frames go
 */
public record RendererInfo(String api, String vendor, String device, String version, String surface) {
    @Override
    public String toString() {
        return api + " " + version + "\ndevice: " + device + "\nvendor: " + vendor + "\nsurface: " + surface;
    }
}
