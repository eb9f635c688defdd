import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../faults/rig/tandem.ts'
import { until } from '../http.ts'

const program = '/usr/bin/redis-server'
export const hasRedis = existsSync(program)
export const whyNoRedis = 'redis-server is not installed'

/** A redis-server for a test. It keeps its port over restarts, and loses its data when it ends. */
export type TestRedis = {
  url: string
  start(): Promise<void>
  /** SIGSTOP makes it hang, SIGCONT resumes it. Resolves once the signal has taken effect, which is some time after it was sent. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>
  hangs(): Promise<boolean>
  kill(): Promise<void>
  remove(): Promise<void>
}

export async function testRedis(): Promise<TestRedis> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'tandem-redis-'))
  let child: ChildProcess | undefined

  return { url: `redis://127.0.0.1:${port}`, start, signal, hangs, kill, remove }

  async function start(): Promise<void> {
    const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
    // In a process group of its own: when the last parent of a group ends, the kernel sends SIGHUP and SIGCONT to one that has a stopped
    // process, and Redis ignores the first.
    child = spawn(program, options, { stdio: 'ignore', detached: true })
    await until(() => answers(port))
  }

  async function signal(name: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    child?.kill(name)
    await until(async () => (await hangs()) === (name === 'SIGSTOP'))
  }

  async function hangs(): Promise<boolean> {
    return /^State:\s+T/m.test(await readFile(`/proc/${child?.pid}/status`, 'utf8'))
  }

  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }

  async function remove(): Promise<void> {
    await kill()
    await rm(folder, { recursive: true, force: true })
  }
}

async function answers(port: number): Promise<boolean> {
  const connection = createConnection(port, '127.0.0.1')
  try {
    connection.write('PING\r\n')
    await once(connection, 'data')
    return true
  } catch {
    return false
  } finally {
    connection.destroy()
  }
}
