import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Makes a card as Codex does once a model has told it to, without the model: `codex.mjs LIST PROGRAM ARGUMENT…`. */
const [listId, command, ...args] = process.argv.slice(2)
const child = spawn(command, [...args, 'app-server'], { stdio: ['pipe', 'pipe', 'inherit'] })
const answers = new Map()
createInterface({ input: child.stdout }).on('line', (line) => {
  const message = JSON.parse(line)
  answers.get(message.method ? undefined : message.id)?.(message)
})

async function ask(method, params) {
  const id = answers.size + 1
  const { promise, resolve } = Promise.withResolvers()
  answers.set(id, resolve)
  child.stdin.write(`${JSON.stringify({ id, method, params })}\n`)
  const { result, error } = await promise
  if (error) throw new Error(`${method}: ${JSON.stringify(error)}`)
  return result
}

try {
  await ask('initialize', { clientInfo: { name: 'tandem', title: 'Tandem', version: '1' } })
  child.stdin.write(`${JSON.stringify({ method: 'initialized' })}\n`)
  const { thread } = await ask('thread/start', {})
  const call = { method: 'create', params: { listId, title: 'By Codex' } }
  const made = await ask('mcpServer/tool/call', { server: 'tandem', threadId: thread.id, tool: 'card_write', arguments: call })
  process.stdout.write(`${JSON.stringify(made)}\n`)
} finally {
  child.kill()
}
