import { expect, test } from 'vitest'
import { traceIn, traceparentOf } from '../../src/tracing/w3c.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const zeros = '0'.repeat(32)

test('what a caller sends is read, and written again as it was', () => {
  for (const flags of ['00', '01']) {
    const traceparent = `00-${traceId}-${spanId}-${flags}`
    const trace = traceIn({ traceparent, tracestate: 'vendor=a,other=b' })
    expect(trace).toMatchObject({ traceId, spanId, traceFlags: Number(flags), isRemote: true })
    expect(trace?.traceState?.serialize()).toBe('vendor=a,other=b')
    expect(trace && traceparentOf(trace)).toBe(traceparent)
  }
})

test('a later version is read as far as it is known, and handed on as the version that we speak', () => {
  const trace = traceIn({ traceparent: `cc-${traceId}-${spanId}-0b-what-comes-later` })
  expect(trace && traceparentOf(trace)).toBe(`00-${traceId}-${spanId}-01`)
})

test.each([
  ['nothing', undefined],
  ['a list', [`00-${traceId}-${spanId}-01`]],
  ['zeros for a trace', `00-${zeros}-${spanId}-01`],
  ['zeros for a span', `00-${traceId}-${zeros.slice(16)}-01`],
  ['the version that is none', `ff-${traceId}-${spanId}-01`],
  ['capitals', `00-${traceId.toUpperCase()}-${spanId}-01`],
  ['more than version 00 has', `00-${traceId}-${spanId}-01-more`],
  ['a secret', `kbt_${'a'.repeat(46)}`],
])('%s is no trace', (_what, traceparent) => {
  expect(traceIn({ traceparent })).toBeUndefined()
})

test('a state of more than 512 characters is left out, the trace is not', { meta: { proves: ['limit.trace.state'] } }, () => {
  // One entry of it has at most 256 characters.
  const two = `a=${'x'.repeat(200)},b=${'x'.repeat(200)},c=`
  const withState = (length: number) =>
    traceIn({ traceparent: `00-${traceId}-${spanId}-01`, tracestate: two + 'x'.repeat(length - two.length) })
  expect(withState(512)?.traceState?.serialize()).toHaveLength(512)
  const trace = withState(513)
  expect(trace).toMatchObject({ traceId })
  expect(trace?.traceState).toBeUndefined()
})
