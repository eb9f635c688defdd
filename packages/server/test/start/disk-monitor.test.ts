import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createDiskMonitor } from '../../src/disk-monitor.ts'
import { systemClock } from '../../src/kernel/common/clock.ts'

test('a full disk is told without its place, which is in the log', { meta: { proves: ['ops.disk.no-path'] } }, async ({ skip }) => {
  if (process.platform !== 'linux') skip('elsewhere there is no file system without room at hand')
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) })
  const database = () => {
    throw new Error('it is not asked')
  }
  // This file system reports no free blocks.
  const monitor = createDiskMonitor({ dataDir: '/proc/self', database, clock: systemClock, log })
  onTestFinished(() => monitor.stop())
  await monitor.start()
  expect(monitor.trouble()).toBe('The disk is full: less than 16 MiB is free at DATA_DIR. Free up space.')
  expect(lines.map((line) => JSON.parse(line).dataDir)).toEqual(['/proc/self'])
})
