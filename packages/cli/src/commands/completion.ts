import { completionFor, shells } from '../completion.ts'
import { Complaint } from '../failures.ts'
import { type CommandSpec, command } from '../spec.ts'

/** Completion for a table of commands, which includes this command itself. */
export const completion = (table: () => readonly CommandSpec[], groups: Readonly<Record<string, string>>): CommandSpec =>
  command({
    words: 'completion <shell>',
    about: 'write the completion script for bash, zsh or fish',
    operands: Object.keys(shells),
    examples: [
      ['source <(tandem completion bash)', 'in ~/.bashrc'],
      ['tandem completion zsh > ~/.zfunc/_tandem', 'a folder of your fpath'],
      ['tandem completion fish > ~/.config/fish/completions/tandem.fish', 'for fish'],
    ],
    async run({ args }) {
      const shell = args.shell as keyof typeof shells
      if (!Object.hasOwn(shells, shell))
        throw new Complaint('wrong usage', `Unknown shell ${shell}. Use one of ${Object.keys(shells).join(', ')}.`)
      const script = completionFor(shell, table(), groups)
      return { value: { shell, script }, text: script.trimEnd() }
    },
  })
