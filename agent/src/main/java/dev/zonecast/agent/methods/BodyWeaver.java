package dev.zonecast.agent.methods;

import java.lang.classfile.Attributes;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.Label;
import java.lang.classfile.MethodModel;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.StackMapFrameInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import java.lang.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import java.lang.classfile.attribute.StackMapTableAttribute;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LabelTarget;
import java.lang.classfile.instruction.LookupSwitchInstruction;
import java.lang.classfile.instruction.MonitorInstruction;
import java.lang.classfile.instruction.NewMultiArrayInstruction;
import java.lang.classfile.instruction.NewObjectInstruction;
import java.lang.classfile.instruction.NewPrimitiveArrayInstruction;
import java.lang.classfile.instruction.NewReferenceArrayInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.classfile.instruction.TableSwitchInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.DynamicCallSiteDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts a zone around the body of one method: begin in front, end before each return and in a handler of all exceptions.
 *
 * <p>The stack maps of the compiler are kept, with the zone's token as one more local variable. So nothing has to be known of other classes,
 * as it would to compute them, and a method that was valid stays valid.
 */
final class BodyWeaver implements CodeTransform {
    /** HotSpot compiles no method that is larger. */
    private static final int COMPILED_BYTES = 8_000;

    /** Short jumps reach further in no method. */
    private static final int MOST_BYTES = Short.MAX_VALUE;

    /** Bytes of begin, handler and alignment. */
    private static final int OWN_BYTES = 24;

    /** Bytes of an end before a return, with a wide local variable. */
    private static final int END_BYTES = 7;

    /** What alignment may add to a switch. */
    private static final int SWITCH_BYTES = 3;

    static final ClassDesc ENDS = ClassDesc.of("java.lang.ZonecastMethods");
    static final String END = "end";
    static final MethodTypeDesc END_TYPE = MethodTypeDesc.of(ConstantDescs.CD_void, ConstantDescs.CD_long);

    private final CodeAttribute code;
    private final DynamicCallSiteDesc begin;
    private final boolean constructor;
    private final Set<Label> beforeBegin = new HashSet<>();
    private boolean begun;
    private int unfinishedObjects;
    private int token;
    private Label start;

    BodyWeaver(MethodModel method, CodeAttribute code, String beginName, DirectMethodHandleDesc bootstrap) {
        this.code = code;
        this.constructor = isConstructor(method);
        this.begin = DynamicCallSiteDesc.of(bootstrap, beginName, MethodTypeDesc.of(ConstantDescs.CD_long));
    }

    static boolean isConstructor(MethodModel method) {
        return method.methodName().equalsString(ConstantDescs.INIT_NAME);
    }

    /** False if the method would become too large to be compiled, or for its jumps. */
    static boolean fits(CodeAttribute code) {
        int before = code.codeLength();
        if (before > MOST_BYTES) {
            return false;
        }
        int limit = before <= COMPILED_BYTES ? COMPILED_BYTES : MOST_BYTES;
        if (before * 8 < limit) {
            // A return takes one byte, so the method can only become eight times as large.
            return true;
        }
        int after = before + OWN_BYTES;
        for (CodeElement element : code) {
            switch (element) {
                case ReturnInstruction _ -> after += END_BYTES;
                case TableSwitchInstruction _, LookupSwitchInstruction _ -> after += SWITCH_BYTES;
                default -> {}
            }
        }
        return after <= limit;
    }

    /** True of a body that neither calls nor loops nor waits nor makes an array: it takes less time than a zone. */
    static boolean isShort(CodeAttribute code) {
        Set<Label> passed = new HashSet<>();
        for (CodeElement element : code) {
            switch (element) {
                case LabelTarget target -> passed.add(target.label());
                case BranchInstruction branch
                when passed.contains(branch.target()) -> {
                    return false;
                }
                case InvokeInstruction _, InvokeDynamicInstruction _, MonitorInstruction _ -> {
                    return false;
                }
                case NewPrimitiveArrayInstruction _, NewReferenceArrayInstruction _, NewMultiArrayInstruction _ -> {
                    return false;
                }
                default -> {}
            }
        }
        return true;
    }

    @Override
    public void atStart(CodeBuilder builder) {
        token = builder.allocateLocal(TypeKind.LONG);
        if (!constructor) {
            begin(builder);
        }
    }

    @Override
    public void accept(CodeBuilder builder, CodeElement element) {
        switch (element) {
            case ReturnInstruction _
            when begun -> {
                end(builder);
                builder.with(element);
            }
            case LabelTarget target
            when !begun -> {
                beforeBegin.add(target.label());
                builder.with(element);
            }
            case NewObjectInstruction _
            when !begun -> {
                unfinishedObjects++;
                builder.with(element);
            }
            case InvokeInstruction call
            when !begun && isInitialiser(call) -> {
                builder.with(element);
                if (unfinishedObjects-- == 0) {
                    begin(builder);
                }
            }
            default -> builder.with(element);
        }
    }

    private static boolean isInitialiser(InvokeInstruction call) {
        return call.opcode() == Opcode.INVOKESPECIAL && call.name().equalsString(ConstantDescs.INIT_NAME);
    }

    @Override
    public void atEnd(CodeBuilder builder) {
        if (!begun) {
            throw new IllegalArgumentException("a constructor that calls no other");
        }
        Label handler = builder.newBoundLabel();
        end(builder);
        builder.athrow();
        builder.exceptionCatchAll(start, handler, handler);
        builder.with(StackMapTableAttribute.of(frames(handler)));
    }

    private void begin(CodeBuilder builder) {
        begun = true;
        builder.invokedynamic(begin).lstore(token);
        start = builder.newBoundLabel();
    }

    private void end(CodeBuilder builder) {
        builder.lload(token).invokestatic(ENDS, END, END_TYPE);
    }

    private List<StackMapFrameInfo> frames(Label handler) {
        var frames = new ArrayList<StackMapFrameInfo>();
        code.findAttribute(Attributes.stackMapTable())
                .ifPresent(table -> table.entries().forEach(frame -> frames.add(withToken(frame))));
        frames.add(StackMapFrameInfo.of(
                handler,
                locals(List.of()),
                List.of(StackMapFrameInfo.ObjectVerificationTypeInfo.of(ConstantDescs.CD_Throwable))));
        return frames;
    }

    private StackMapFrameInfo withToken(StackMapFrameInfo frame) {
        return beforeBegin.contains(frame.target())
                ? frame
                : StackMapFrameInfo.of(frame.target(), locals(frame.locals()), frame.stack());
    }

    /** The token behind the method's own variables. */
    private List<VerificationTypeInfo> locals(List<VerificationTypeInfo> own) {
        var locals = new ArrayList<>(own);
        int slots = 0;
        for (VerificationTypeInfo each : own) {
            boolean wide = each == SimpleVerificationTypeInfo.LONG || each == SimpleVerificationTypeInfo.DOUBLE;
            slots += wide ? 2 : 1;
            if (each == SimpleVerificationTypeInfo.UNINITIALIZED_THIS) {
                throw new IllegalArgumentException("a jump back to before the superclass's constructor");
            }
        }
        for (; slots < token; slots++) {
            locals.add(SimpleVerificationTypeInfo.TOP);
        }
        locals.add(SimpleVerificationTypeInfo.LONG);
        return locals;
    }

    /** Options of the class file that leave stack maps and jumps to this class. */
    static ClassFile classFile() {
        return ClassFile.of(
                ClassFile.StackMapsOption.DROP_STACK_MAPS,
                ClassFile.ShortJumpsOption.FAIL_ON_SHORT_JUMPS,
                ClassFile.DeadCodeOption.KEEP_DEAD_CODE);
    }
}
