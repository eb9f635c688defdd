import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { Complaint } from '../failures.ts'

/** Whether a user at a terminal can be asked. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY

/** Asks on the terminal. Throws Complaint without a terminal, with `instead` as advice, and after Ctrl-C or Ctrl-D. */
export const ask = (question: string, instead: string): Promise<string> => answerTo(question, instead, process.stderr)

/** Like `ask`, without showing the typed text. */
export function askSecret(question: string, instead: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  return answerTo(question, instead, nowhere)
}

function answerTo(question: string, instead: string, echo: NodeJS.WritableStream): Promise<string> {
  if (!canAsk()) throw new Complaint('wrong usage', `Cannot ask "${question}" without a terminal. ${instead}`)
  // The terminal stops echoing before the question appears, so that a fast answer is not shown either.
  const lines = createInterface({ input: process.stdin, output: echo, terminal: true, historySize: 0 })
  process.stderr.write(`${question} `)
  return new Promise((resolve, reject) => {
    let answer: string | null = null
    lines.once('line', (line) => {
      answer = line
      lines.close()
    })
    lines.once('SIGINT', () => lines.close())
    lines.once('close', () => {
      if (echo !== process.stderr || answer === null) process.stderr.write('\n')
      if (answer === null) reject(new Complaint('refused or failed', 'Canceled; nothing was changed.'))
      else resolve(answer)
    })
  })
}

/** All of stdin, without the final line break. Throws Complaint if nothing is piped in. */
export async function readStdin(what: string): Promise<string> {
  if (process.stdin.isTTY) throw new Complaint('wrong usage', `${what} is read from standard input: pipe it in.`)
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
