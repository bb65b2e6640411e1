package dev.zonecast.agent;

import java.lang.constant.DirectMethodHandleDesc;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Constants that are added behind those of a class file; an equal one is added once. For one thread. */
final class AddedConstants {
    private static final int MOST = 0xFFFF;
    private static final int INVOKE_STATIC_KIND = 6;

    private final ByteWriter bytes = new ByteWriter();
    private final Map<String, Integer> known = new HashMap<>();
    private int next;

    /** Place of the bootstrap method among those of the class. */
    private final int bootstrap;

    /** The bootstrap method's handle. */
    private final int linkage;

    /**
     * @param first index behind the last constant of the class
     * @param bootstrap bootstrap methods that the class has
     * @param linkage the one that is added
     */
    AddedConstants(int first, int bootstrap, DirectMethodHandleDesc linkage) {
        this.next = first;
        this.bootstrap = bootstrap;
        this.linkage = handle(linkage);
    }

    int linkage() {
        return linkage;
    }

    /**
     * The constants' number, with those of the class.
     *
     * @throws IllegalArgumentException if they are too many
     */
    int count() {
        if (next > MOST) {
            throw new IllegalArgumentException("no room for " + next + " constants");
        }
        return next;
    }

    ByteWriter bytes() {
        return bytes;
    }

    int utf8(String ascii) {
        Integer index = known.get(ascii);
        if (index != null) {
            return index;
        }
        byte[] letters = ascii.getBytes(StandardCharsets.ISO_8859_1);
        bytes.u1(LeafClass.UTF8).u2(letters.length).part(letters, 0, letters.length);
        return add(ascii);
    }

    int type(String name) {
        int text = utf8(name);
        String key = LeafClass.CLASS + " " + text;
        Integer index = known.get(key);
        if (index != null) {
            return index;
        }
        bytes.u1(LeafClass.CLASS).u2(text);
        return add(key);
    }

    int method(int owner, int name, int type) {
        return pair(LeafClass.METHOD, owner, pair(LeafClass.NAME_AND_TYPE, name, type));
    }

    /** The place of a hook's call. */
    int hook(String name, String type) {
        return pair(LeafClass.INVOKE_DYNAMIC, bootstrap, pair(LeafClass.NAME_AND_TYPE, utf8(name), utf8(type)));
    }

    private int handle(DirectMethodHandleDesc of) {
        String owner = of.owner().descriptorString();
        int method = method(
                type(owner.substring(1, owner.length() - 1)), utf8(of.methodName()), utf8(of.lookupDescriptor()));
        bytes.u1(LeafClass.METHOD_HANDLE).u1(INVOKE_STATIC_KIND).u2(method);
        return add(LeafClass.METHOD_HANDLE + " " + method);
    }

    private int pair(int tag, int first, int second) {
        // No name begins with a digit.
        String key = tag + " " + first + " " + second;
        Integer index = known.get(key);
        if (index != null) {
            return index;
        }
        bytes.u1(tag).u2(first).u2(second);
        return add(key);
    }

    private int add(String key) {
        known.put(key, next);
        return next++;
    }
}
