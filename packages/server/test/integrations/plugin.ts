import { expect } from 'vitest'
import type { Sender } from '../kit/http.ts'
import type { Person, TestService } from '../kit/service.ts'

/** An installed integration, as its plugin. */
export type Plugin = Sender & { integrationId: string; actorId: string; token: string; signingSecret: string }

export async function install(tandem: TestService, by: Person, boardId: string, more: Record<string, unknown> = {}): Promise<Plugin> {
  const input = { type: 'github', inboundUrl: 'http://127.0.0.1:1025/github', ...more }
  const { status, body } = await by.post(`/api/boards/${boardId}/integrations`, input)
  expect(status, JSON.stringify(body)).toBe(201)
  const { integration, token, signingSecret } = body
  return { ...tandem.withToken(token), integrationId: integration.id, actorId: integration.actorId, token, signingSecret }
}
