package dev.zonecast.agent;

import java.util.logging.LogManager;

/** A program without OpenGL, which chooses its log manager in main. */
final class PlainProgram {
    private PlainProgram() {}

    /** The program's own. */
    public static final class Manager extends LogManager {}

    public static void main(String[] arguments) {
        System.setProperty("java.util.logging.manager", Manager.class.getName());
        System.out.println(
                "log manager " + LogManager.getLogManager().getClass().getSimpleName());
    }
}
