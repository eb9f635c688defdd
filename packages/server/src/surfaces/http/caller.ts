import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/kernel.ts'

/** Whom the kernel sees behind a request. */
export const callerOf = ({ principal, ip, trace, headers }: FastifyRequest): Caller => ({
  principal,
  address: ip,
  trace,
  device: headers['user-agent']?.slice(0, longestDevice) ?? null,
})

/** Maximum length in UTF-16 code units. */
const longestDevice = 300
