package dev.zonecast.cli.report;

import java.nio.file.Path;

/** Takes a picture of a page: {@code PAGE PICTURE light|dark WIDTH HEIGHT [HASH [SCRIPT...]]}. For the documentation, and to look at. */
final class ReportPictures {
    private ReportPictures() {}

    public static void main(String[] args) throws Exception {
        int width = Integer.parseInt(args[3]);
        int height = Integer.parseInt(args[4]);
        try (Browser browser = Browser.start(Browser.find(), width, height)) {
            browser.prefer(args[2]);
            browser.open(Path.of(args[0]).toUri() + (args.length > 5 ? args[5] : ""));
            browser.waitFor("document.documentElement?.dataset.ready");
            System.out.println("ready after " + browser.evaluate("document.documentElement?.dataset.ready") + " ms");
            for (int i = 6; i < args.length; i++) {
                System.out.println(browser.evaluate(args[i]));
            }
            // What is animated or waits for input to end has ended.
            Thread.sleep(600);
            browser.screenshot(Path.of(args[1]));
            browser.complaints().forEach(System.out::println);
        }
    }
}
