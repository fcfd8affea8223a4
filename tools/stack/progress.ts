/** One line on the terminal that says what is going on; elsewhere each new stage gets a line of its own. */
export function createProgress(out = process.stderr) {
  let stage = "";
  return {
    say: (text: string) => {
      if (out.isTTY) out.write(`\r\x1b[2K${text}…`);
      else if (stageName(text) !== stage) out.write(`${stageName(text)}…\n`);
      stage = stageName(text);
    },
    clear: () => {
      if (out.isTTY && stage) out.write("\r\x1b[2K");
      stage = "";
    },
  };
}

const stageName = (text: string): string => text.split(":")[0] ?? text;
