import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commands, groups } from '../src/commands.ts'
import { createProgram } from '../src/program.ts'
import { withReference } from '../src/reference.ts'

test('docs/cli.md says of every command what its help says', { meta: { proves: ['terminal.reference'] } }, async () => {
  const page = await readFile(new URL('../../../docs/cli.md', import.meta.url), 'utf8')
  expect(page, 'run npm run docs:cli').toBe(withReference(page, commands))
})

test('the help of every command shows what all of them take, and what must be given', () => {
  const leaves = createProgram().commands.flatMap((command) => (command.commands.length > 0 ? command.commands : [command]))
  for (const command of leaves) expect(command.helpInformation(), command.name()).toContain('--json')
  expect(leaves.find((command) => command.name() === 'listen')?.helpInformation()).toMatch(/--forward <url> +.*\(required\)/)
})

test('no command takes a secret on its command line, as the page promises', { meta: { proves: ['terminal.no-secret-arguments'] } }, () => {
  for (const { words, options } of commands)
    for (const [name, { hint }] of Object.entries(options)) expect(hint === null || !/secret|password|token/i.test(name), words).toBe(true)
})

test('every command has examples that it understands, and every group says what it is about', {
  meta: { proves: ['terminal.reference'] },
}, () => {
  const words = new Map(
    commands.map((spec) => [
      spec.words
        .split(' ')
        .filter((word) => /^\w/.test(word))
        .join(' '),
      spec,
    ]),
  )
  for (const { words: name, examples } of commands) {
    expect(examples.length, name).toBeGreaterThan(0)
    for (const [line] of examples) {
      const own = /(?:^|[ (])tandem ([a-z][^|<>)]*?)(?: -- |$|[|<>)])/.exec(line)?.[1]?.match(/"[^"]*"|\S+/g) ?? []
      const spec = words.get(own.slice(0, 2).join(' ')) ?? words.get(own[0] ?? '')
      expect(spec, line).toBeDefined()
      const known = createProgram()
        .commands.flatMap((command) => [command, ...command.commands])
        .filter((command) => command.description() === spec?.about)
      for (const option of own.filter((word) => word.startsWith('--') && word !== '--json'))
        expect(
          known[0]?.options.map(({ long }) => long),
          line,
        ).toContain(option)
    }
  }
  for (const command of createProgram().commands.filter((one) => one.commands.length > 0))
    expect(Object.keys(groups)).toContain(command.name())
})
