import type { Waits } from '@tandem/contract'
import { trimmed } from './trimmed.ts'

/** Cards, agents and people that wait for each other, in the shape for agents. Specification: beyond §4. */
export const waitsShape = ({ questions, agents, cards, cycles, cutAtLimit }: Waits) =>
  trimmed({
    questions: questions.map(({ cardKey, agent, people, askedAt, question, expiresAt, defaultOption }) => ({
      cardKey,
      agent: agent.handle,
      people: people.map(({ handle }) => handle),
      askedAt,
      question,
      ...trimmed({ expiresAt, defaultOption }),
    })),
    agents: agents.map(({ cardKey, agent, state, since, lastSeenAt }) => ({ cardKey, agent: agent.handle, state, since, lastSeenAt })),
    cards: cards.map(({ cardKey, cardTitle, since, sessions, blockers, moreBlockers }) => ({
      cardKey,
      cardTitle,
      since,
      ...trimmed({ sessions: sessions.map(atWork), moreBlockers }),
      blockers: blockers.map((blocker) => ({ cardKey: blocker.cardKey, ...trimmed({ sessions: blocker.sessions.map(atWork) }) })),
    })),
    cycles,
    cutAtLimit,
  })

const atWork = ({ agent, state }: Waits['cards'][number]['sessions'][number]) => ({ agent: agent.handle, state })
