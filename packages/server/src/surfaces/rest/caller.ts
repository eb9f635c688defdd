import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../kernel/execute.ts'

/** Whom the kernel sees behind a request. */
export const callerOf = ({ principal, ip, trace }: FastifyRequest): Caller => ({ principal, address: ip, trace })
