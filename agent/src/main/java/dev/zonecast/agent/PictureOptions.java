package dev.zonecast.agent;

import dev.zonecast.core.OptionForm;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The pictures of frames, written as {@code 320x180@30}.
 *
 * @param width at most, in pixels
 * @param height at most, in pixels
 * @param perSecond at most
 */
public record PictureOptions(int width, int height, int perSecond) {
    /** Within the limits of {@code CaptureOptions}, which is loaded with LWJGL only. */
    private static final int LEAST_SIDE = 4;

    private static final int MOST_SIDE = 4096;
    private static final int MOST_PER_SECOND = 1000;
    private static final int USUAL_PER_SECOND = 30;
    private static final Pattern TEXT = Pattern.compile("([0-9]{1,4})x([0-9]{1,4})(?:@([0-9]{1,4}))?");

    static final OptionForm<PictureOptions> FORM =
            new OptionForm<>("width, height and pictures a second, as 320x180@30", PictureOptions::parse);

    private static PictureOptions parse(String text) {
        Matcher parts = TEXT.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(text);
        }
        return new PictureOptions(
                within(parts.group(1), LEAST_SIDE, MOST_SIDE),
                within(parts.group(2), LEAST_SIDE, MOST_SIDE),
                parts.group(3) == null ? USUAL_PER_SECOND : within(parts.group(3), 1, MOST_PER_SECOND));
    }

    private static int within(String number, int least, int most) {
        return OptionForm.number(least, most).read(number).intValue();
    }
}
