import { refusal, type TandemError } from '@tandem/contract'
import type { Mutation } from '../../../kernel/mutation.ts'
import type { MentionedMember } from '../../mentions.ts'
import { findAgent, headOfChain, whyNot } from '../may-invoke.ts'

/** The mentioned agents that the author may not have start, and why. */
export type Barred = ReadonlyMap<string, TandemError>

export async function barredFrom(tx: Mutation<never>, cardId: string, mentioned: readonly MentionedMember[]): Promise<Barred> {
  const agents = mentioned.filter((member) => member.kind === 'agent')
  const barred = new Map<string, TandemError>()
  if (agents.length === 0) return barred
  const head = await headOfChain(tx, cardId)
  for (const { actorId: id, handle } of agents) {
    const agent = await findAgent(tx, id)
    const refused = agent?.active === false ? refusal('agentOwnerDeactivated', { name: handle }) : agent && (await whyNot(tx, agent, head))
    if (refused) barred.set(id, refused)
  }
  return barred
}
