/** The output of a run: text for people or, with `--json`, a line of JSON for programs. */
export type Output = {
  output: NodeJS.WriteStream
  /** A message without `value` is for people alone. */
  say(text: string, value?: object): void
}

export function createOutput(output: NodeJS.WriteStream, isJson: boolean): Output {
  return {
    output,
    say(text, value) {
      if (!isJson) output.write(`${text}\n`)
      else if (value !== undefined) output.write(`${JSON.stringify(value)}\n`)
    },
  }
}
