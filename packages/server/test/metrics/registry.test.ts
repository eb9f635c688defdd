import { expect, test } from 'vitest'
import { createRegistry } from '../../src/metrics/registry.ts'

test('counters, gauges and histograms are written as Prometheus reads them', () => {
  const registry = createRegistry()
  const requests = registry.counters('requests_total', 'Requests.', ['method', 'route'])
  requests('GET', '/a').add()
  requests('GET', '/a').add(2)
  requests('POST', '/b').add()
  registry.gauge('waiting', 'Who waits.').read(() => 7)
  const seconds = registry.histogram('seconds', 'How long.', [0.1, 1])
  for (const value of [0.05, 0.1, 0.5, 3]) seconds.observe(value)
  expect(registry.text()).toBe(
    [
      '# HELP requests_total Requests.\n# TYPE requests_total counter',
      'requests_total{method="GET",route="/a"} 3',
      'requests_total{method="POST",route="/b"} 1',
      '# HELP waiting Who waits.\n# TYPE waiting gauge',
      'waiting 7',
      '# HELP seconds How long.\n# TYPE seconds histogram',
      'seconds_bucket{le="0.1"} 2',
      'seconds_bucket{le="1"} 3',
      'seconds_bucket{le="+Inf"} 4',
      'seconds_sum 3.65',
      'seconds_count 4\n',
    ].join('\n'),
  )
})

test('a value that would end its label is escaped, and one that is not known is left out', () => {
  const registry = createRegistry()
  registry.counters('odd_total', 'Odd.', ['what'])('a"b\\c\nd').add()
  registry.gauge('unknown', 'Not known.')
  const cleared = registry.gauges('cleared', 'Known once.', ['state'])('on')
  cleared.set(1)
  expect(registry.text()).toContain('odd_total{what="a\\"b\\\\c\\nd"} 1\n')
  expect(registry.text()).not.toContain('unknown')
  expect(registry.text()).toContain('cleared{state="on"} 1\n')
  cleared.set(undefined)
  expect(registry.text()).not.toContain('cleared')
})
