/** One line on the terminal that says what is going on; elsewhere each new stage gets a line of its own. */
export function createProgress(out = process.stderr) {
  let stage = "";
  return {
    say: (text: string) => {
      if (out.isTTY) out.write(`\r\x1b[2K${text}…`);
      else if (stageOf(text) !== stage) out.write(`${stageOf(text)}…\n`);
      stage = stageOf(text);
    },
    clear: () => {
      if (out.isTTY && stage) out.write("\r\x1b[2K");
      stage = "";
    },
  };
}

const stageOf = (text: string): string => text.split(":")[0] ?? text;
