import { type OutputOf, workingScopes } from '@tandem/contract'
import { api } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { tokensQuery } from '../../api/settings-queries.ts'

/** Creates a token for the agent that is limited to one board. */
export async function mintToken(agent: { id: string; name: string }, boardId: string): Promise<OutputOf<'token.create'>> {
  const minted = await api.call('token.create', {
    label: agent.name,
    actorId: agent.id,
    scopes: [...workingScopes, `board:${boardId}`],
  })
  await queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
  return minted
}
