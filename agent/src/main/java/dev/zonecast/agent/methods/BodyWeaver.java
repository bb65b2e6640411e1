package dev.zonecast.agent.methods;

import io.github.dmlloyd.classfile.Attributes;
import io.github.dmlloyd.classfile.ClassFile;
import io.github.dmlloyd.classfile.CodeBuilder;
import io.github.dmlloyd.classfile.CodeElement;
import io.github.dmlloyd.classfile.CodeTransform;
import io.github.dmlloyd.classfile.Label;
import io.github.dmlloyd.classfile.MethodModel;
import io.github.dmlloyd.classfile.Opcode;
import io.github.dmlloyd.classfile.TypeKind;
import io.github.dmlloyd.classfile.attribute.CodeAttribute;
import io.github.dmlloyd.classfile.attribute.StackMapFrameInfo;
import io.github.dmlloyd.classfile.attribute.StackMapFrameInfo.SimpleVerificationTypeInfo;
import io.github.dmlloyd.classfile.attribute.StackMapFrameInfo.VerificationTypeInfo;
import io.github.dmlloyd.classfile.attribute.StackMapTableAttribute;
import io.github.dmlloyd.classfile.instruction.BranchInstruction;
import io.github.dmlloyd.classfile.instruction.InvokeDynamicInstruction;
import io.github.dmlloyd.classfile.instruction.InvokeInstruction;
import io.github.dmlloyd.classfile.instruction.LabelTarget;
import io.github.dmlloyd.classfile.instruction.LookupSwitchInstruction;
import io.github.dmlloyd.classfile.instruction.MonitorInstruction;
import io.github.dmlloyd.classfile.instruction.NewMultiArrayInstruction;
import io.github.dmlloyd.classfile.instruction.NewObjectInstruction;
import io.github.dmlloyd.classfile.instruction.NewPrimitiveArrayInstruction;
import io.github.dmlloyd.classfile.instruction.NewReferenceArrayInstruction;
import io.github.dmlloyd.classfile.instruction.ReturnInstruction;
import io.github.dmlloyd.classfile.instruction.TableSwitchInstruction;
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

    static final String ENDS_NAME = "java.lang.ZonecastMethods";
    static final ClassDesc ENDS = ClassDesc.of(ENDS_NAME);
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
            if (element instanceof ReturnInstruction) {
                after += END_BYTES;
            } else if (element instanceof TableSwitchInstruction || element instanceof LookupSwitchInstruction) {
                after += SWITCH_BYTES;
            }
        }
        return after <= limit;
    }

    /** True of a body that neither calls nor loops nor waits nor makes an array: it takes less time than a zone. */
    static boolean isShort(CodeAttribute code) {
        Set<Label> passed = new HashSet<>();
        for (CodeElement element : code) {
            if (element instanceof LabelTarget target) {
                passed.add(target.label());
            } else if (isLong(element)
                    || (element instanceof BranchInstruction branch && passed.contains(branch.target()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLong(CodeElement element) {
        return element instanceof InvokeInstruction
                || element instanceof InvokeDynamicInstruction
                || element instanceof MonitorInstruction
                || element instanceof NewPrimitiveArrayInstruction
                || element instanceof NewReferenceArrayInstruction
                || element instanceof NewMultiArrayInstruction;
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
        if (begun && element instanceof ReturnInstruction) {
            end(builder);
        }
        builder.with(element);
        if (!begun) {
            passed(builder, element);
        }
    }

    /** Code in front of the zone: up to the superclass's constructor. */
    private void passed(CodeBuilder builder, CodeElement element) {
        if (element instanceof LabelTarget target) {
            beforeBegin.add(target.label());
        } else if (element instanceof NewObjectInstruction) {
            unfinishedObjects++;
        } else if (element instanceof InvokeInstruction call && isInitialiser(call) && unfinishedObjects-- == 0) {
            begin(builder);
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
