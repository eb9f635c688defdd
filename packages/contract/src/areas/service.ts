import { z } from 'zod'
import { read } from '../operation.ts'

/** Health and version, for load balancers and operators. Specification: decisions §6. */
export const service = {
  'service.version': read({
    summary: 'Read the version',
    spec: 'decisions §6',
    access: { public: true },
    input: z.object({}),
    output: z.object({ name: z.string(), version: z.string() }),
    rest: 'GET /api/version',
  }),
  'service.live': read({
    summary: 'Liveness check: the process is running',
    spec: 'decisions §6',
    access: { public: true, anyone: true },
    input: z.object({}),
    output: z.object({ status: z.literal('ok') }),
    rest: 'GET /health/live',
  }),
  'service.ready': read({
    summary: 'Readiness check: the database responds and its schema is current',
    spec: 'decisions §6',
    access: { public: true, anyone: true },
    input: z.object({}),
    output: z.object({ status: z.literal('ok') }),
    rest: 'GET /health/ready',
    errors: ['unavailable'],
  }),
} as const
