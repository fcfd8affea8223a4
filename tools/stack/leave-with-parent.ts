// Loaded before a program that knows nothing of us: it ends when the line to the process that started it breaks.
process.once("disconnect", () => process.exit());
