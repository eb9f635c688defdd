import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { send, until } from '../../server/test/kit/http.ts'
import { createMachine, type Machine } from './fixture/tandem.ts'

const bin = fileURLToPath(new URL('../bin/tandem.cjs', import.meta.url))
let machine: Machine
beforeEach(async () => {
  machine = await createMachine()
})
afterEach(() => machine.remove())

test('tandem serve runs the service, and administrators act on its own database beside it and without it', {
  meta: { proves: ['cli.serve'] },
}, async () => {
  const environment = { ...machine.environment, DATA_DIR: `${machine.home}/data`, HOST: '127.0.0.1', PORT: '0' }
  const service = spawn(process.execPath, [bin, 'serve', '--as-built'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [service.stdout, service.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ended = once(service, 'exit')
  try {
    const url = await until(() => /Tandem is ready at (http:[^"\s]+)/.exec(said)?.[1])
    const run = (...args: string[]) => machine.run(args, { environment: { DATA_DIR: environment.DATA_DIR, PUBLIC_URL: url } })
    expect(await run('user', 'list')).toMatchObject({ code: 0, stdout: 'No one has registered yet.\n' })
    const ada = { email: 'ada@example.com', password: 'correct horse battery', name: 'Ada' }
    expect(await send(url, {}).post('/api/auth/register', ada)).toMatchObject({ status: 201 })
    expect(await run('user', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('ada@example.com') })
    const { link } = (await run('user', 'reset', 'ada@example.com', '--json')).json
    const reset = { token: link.split('#')[1], newPassword: 'another horse battery' }
    expect(await send(url, {}).post('/api/auth/reset', reset)).toMatchObject({ status: 204 })
    const doctor = await run('doctor')
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringMatching(/responds at http/) })

    service.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await run('migrate', '--status')).toMatchObject({ code: 0 })
    expect(await run('user', 'list')).toMatchObject({ code: 0, stdout: expect.stringContaining('ada@example.com') })
  } finally {
    service.kill('SIGKILL')
    await ended
  }
})

test('tandem serve lists its settings, and says why it cannot start', { meta: { proves: ['cli.serve'] } }, async () => {
  expect(await machine.run(['serve', '--settings'])).toMatchObject({ code: 0, stdout: expect.stringContaining('INTEGRATION_SECRET_KEY') })
  expect(await machine.run(['serve', '--as-built'], { environment: { PORT: 'many' } })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('PORT'),
  })
})

test('killing npm start by its id also ends the service, although the shell between them does not pass on signals', async () => {
  // The second command keeps the shell from giving its place to the first.
  const runner = fileURLToPath(new URL('../../../scripts/run.cjs', import.meta.url))
  const program = fileURLToPath(new URL('fixture/until-told.ts', import.meta.url))
  const line = `'${process.execPath}' '${runner}' '${program}'; true`
  const environment = { ...machine.environment, npm_lifecycle_event: 'start' }
  const shell = spawn('/bin/sh', ['-c', line], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  shell.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const silent = once(shell.stdout, 'close')
  await until(() => said === 'begun\n')
  shell.kill('SIGTERM')
  await silent
  expect(said).toBe('begun\ntold to end\n')
})

test('what only other commands need is not looked for: help and version need no service, no home and no database', async () => {
  expect(await machine.run(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  const help = await machine.run(['card', 'move', '--help'])
  expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining('Examples:') })
})
