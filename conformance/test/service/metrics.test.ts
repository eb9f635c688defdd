import { expect, onTestFinished } from 'vitest'
import { seriesIn } from '../../../packages/server/test/metrics/scrape.ts'
import { allowed, scenario } from '../../src/scenario.ts'
import { startWorld } from '../../src/world.ts'

const METRICS_TOKEN = 'what-the-scraper-holds-42'

scenario(
  'an instance admin and callers with METRICS_TOKEN read the metrics, in the text format of Prometheus',
  ['ops.metrics.prometheus', 'ops.metrics.guarded'],
  async () => {
    const { tandem, ada, mia } = await startWorld({ METRICS_TOKEN })
    onTestFinished(() => tandem.stop())
    const read = (token?: string) => (token === undefined ? tandem.anonymous : tandem.withToken(token)).get('/metrics')
    const ofAda = await allowed(ada, 'token.create', { label: 'admin', scopes: ['admin'] })
    const ofMia = await allowed(mia, 'token.create', { label: 'no admin', scopes: ['admin'] })
    const small = await allowed(ada, 'token.create', { label: 'reads', scopes: ['boards:read'] })
    for (const token of [METRICS_TOKEN, ofAda.token ?? '']) {
      const { status, headers, text } = await read(token)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
      expect(seriesIn(text).get('tandem_database_up')).toBe(1)
      expect(text).toMatch(/^# TYPE tandem_http_requests_total counter$/m)
    }
    for (const [token, status, code] of [
      [undefined, 401, 'unauthorized'],
      ['another-token-of-a-scraper', 401, 'invalid_token'],
      [ofMia.token ?? '', 403, 'forbidden'],
      [small.token ?? '', 403, 'forbidden'],
    ] as const) {
      const answer = await read(token)
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
    }
  },
)
