import { createRequire } from 'node:module'
import type { TestContext } from 'vitest'
import type { Ran } from './program.ts'
import { folder } from './program.ts'

/** A program that believes that a person sits in front of it. */
export type Terminal = {
  /** Waits for output that matches, from where the last wait ended. Throws when the program ends, or prints nothing like it in time. */
  shows(pattern: RegExp): Promise<string>
  /** Null when it had to be ended. */
  ended: Promise<Ran>
}

type Pty = {
  onData(hear: (data: string) => void): void
  onExit(hear: (exit: { exitCode: number; signal?: number }) => void): void
  kill(signal: string): void
}

const patienceMs = 60_000

/** So wide that no address is broken over two lines. */
const size = { cols: 4_000, rows: 50 }

export function openTerminal(
  context: Pick<TestContext, 'skip'>,
  [file = '', ...args]: readonly string[],
  env: Record<string, string>,
): Terminal {
  const pty = spawn(context, file, args, env)
  let [text, read, over] = ['', 0, false]
  let wake = Promise.withResolvers<void>()
  const stir = () => {
    wake.resolve()
    wake = Promise.withResolvers()
  }
  pty.onData((data) => {
    text += data
    stir()
  })
  const timer = setTimeout(() => pty.kill('SIGKILL'), patienceMs)
  const ended = new Promise<Ran>((resolve) =>
    pty.onExit(({ exitCode, signal }) => {
      clearTimeout(timer)
      over = true
      stir()
      resolve({ code: signal ? null : exitCode, out: text, err: '' })
    }),
  )
  return {
    ended,
    async shows(pattern) {
      for (;;) {
        const match = pattern.exec(text.slice(read))
        if (match) {
          read += match.index + match[0].length
          return match[0]
        }
        if (over) throw new Error(`it ended without showing ${pattern}:\n${text}`)
        await wake.promise
      }
    },
  }
}

function spawn(context: Pick<TestContext, 'skip'>, file: string, args: readonly string[], env: Record<string, string>): Pty {
  let problem = ''
  try {
    return createRequire(folder)('@lydell/node-pty').spawn(file, args, { ...size, cwd: env.HOME, env })
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
  }
  context.skip(`no terminal can be opened here: ${problem}`)
  throw new Error(problem)
}
