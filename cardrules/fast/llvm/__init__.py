"""Text of LLVM, and code of the processor that is made of it."""
