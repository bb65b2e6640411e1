package dev.zonecast.fxt;

import static dev.zonecast.fxt.FxtLayout.ARGUMENT_BLOB;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_BOOL;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_F64;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_I32;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_I64;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_KOID;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_NULL;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_POINTER;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_STRING;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_U32;
import static dev.zonecast.fxt.FxtLayout.ARGUMENT_U64;
import static dev.zonecast.fxt.FxtLayout.MAX_ARGUMENTS;

/** Arguments of the current record, in order. Types are constants of {@link dev.zonecast.fxt.FxtLayout}. */
public final class FxtArguments {
    // Most strings are in the provider's table: they are looked up on request, by their index if that is not 0.
    private final int[] nameIndices = new int[MAX_ARGUMENTS];
    private final int[] types = new int[MAX_ARGUMENTS];
    private final long[] values = new long[MAX_ARGUMENTS];
    private final String[] inlineNames = new String[MAX_ARGUMENTS];
    private final String[] inlineTexts = new String[MAX_ARGUMENTS];
    private Provider provider;
    private int count;

    FxtArguments() {}

    void clear(Provider current) {
        provider = current;
        count = 0;
    }

    /**
     * Adds one.
     *
     * @param inlineName of an index 0
     * @param value of a string its index
     * @param inlineText of a string whose value is 0
     */
    void add(int nameIndex, String inlineName, int type, long value, String inlineText) {
        nameIndices[count] = nameIndex;
        inlineNames[count] = inlineName;
        types[count] = type;
        values[count] = value;
        inlineTexts[count] = inlineText;
        count++;
    }

    /** Number of arguments, at most 15, without unknown types. */
    public int count() {
        return count;
    }

    /** Name of argument {@code i}. */
    public String name(int i) {
        return nameIndices[i] == 0 ? inlineNames[i] : provider.text(nameIndices[i]);
    }

    /** Index in the string table of the name of argument {@code i}; 0 if it is not from there. */
    public int nameIndex(int i) {
        return nameIndices[i];
    }

    /** Type of argument {@code i}. */
    public int type(int i) {
        return types[i];
    }

    /** Place of the first argument of that name, or -1. */
    public int find(String name) {
        for (int i = 0; i < count; i++) {
            if (name(i).equals(name)) {
                return i;
            }
        }
        return -1;
    }

    /** True if argument {@code i} is a number. */
    public boolean isNumber(int i) {
        return switch (types[i]) {
            case ARGUMENT_I32, ARGUMENT_U32, ARGUMENT_I64, ARGUMENT_U64, ARGUMENT_F64 -> true;
            default -> false;
        };
    }

    /** Argument {@code i} as a whole number: also a koid, a pointer, a bool as 0 or 1; a u64 may come out negative. */
    public long asLong(int i) {
        return types[i] == ARGUMENT_F64 ? (long) Double.longBitsToDouble(values[i]) : values[i];
    }

    /** Argument {@code i} as a number with a fraction. */
    public double asDouble(int i) {
        return switch (types[i]) {
            case ARGUMENT_F64 -> Double.longBitsToDouble(values[i]);
            case ARGUMENT_U64 -> values[i] >= 0 ? values[i] : (values[i] >>> 1) * 2.0;
            default -> values[i];
        };
    }

    /** Argument {@code i} for people; of a blob only its size. */
    public String asText(int i) {
        return switch (types[i]) {
            case ARGUMENT_NULL -> "null";
            case ARGUMENT_STRING -> values[i] == 0 ? inlineTexts[i] : provider.text((int) values[i]);
            case ARGUMENT_F64 -> Double.toString(Double.longBitsToDouble(values[i]));
            case ARGUMENT_U64 -> Long.toUnsignedString(values[i]);
            case ARGUMENT_POINTER -> "0x" + Long.toHexString(values[i]);
            case ARGUMENT_BOOL -> Boolean.toString(values[i] != 0);
            case ARGUMENT_KOID -> Long.toUnsignedString(values[i]);
            case ARGUMENT_BLOB -> values[i] + " bytes";
            default -> Long.toString(values[i]);
        };
    }

    /** Index in the string table of the string that argument {@code i} is; 0 if it is something else. */
    public int stringIndex(int i) {
        return types[i] == ARGUMENT_STRING ? (int) values[i] : 0;
    }
}
