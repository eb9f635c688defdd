import type { Examples } from './example.ts'

export const serviceExamples = {
  'service.version': { by: 'nobody', input: {}, output: { name: 'tandem', version: '0.1.0' } },
  'service.live': { by: 'nobody', input: {}, output: { status: 'ok' } },
  'service.ready': { by: 'nobody', input: {}, output: { status: 'ok' } },
} satisfies Examples
