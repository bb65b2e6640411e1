package dev.zonecast.agent;

import java.nio.charset.StandardCharsets;
import java.util.Scanner;
import org.lwjgl.system.MemoryUtil;

/** Allocates as many blocks by LWJGL as each number on its standard input asks for, and keeps them. Knows nothing of Zonecast. */
final class AllocatingProgram {
    static final int BYTES = 12_345;

    private AllocatingProgram() {}

    public static void main(String[] arguments) {
        var commands = new Scanner(System.in, StandardCharsets.UTF_8);
        while (commands.hasNextInt()) {
            int blocks = commands.nextInt();
            for (int i = 0; i < blocks; i++) {
                MemoryUtil.memAlloc(BYTES);
            }
            System.out.println("frames " + blocks + ", error 0");
        }
    }
}
