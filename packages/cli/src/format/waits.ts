import type { Waits } from '@tandem/contract'
import { columns, line, type Terminal } from '../terminal/terminal.ts'

/** Waits between actors, as text for people. */
export function waitsText(terminal: Terminal, { questions, agents, cards, cycles, cutAtLimit }: Waits): string {
  const parts = [
    part(
      terminal,
      'Questions',
      questions.map(({ cardKey, agent, people, tier, question, askedAt, expiresAt, defaultOption }) => [
        cardKey,
        `@${agent.handle} asks ${people.map(({ handle }) => `@${handle}`).join(', ') || 'no one yet'} (tier ${tier})`,
        askedAt,
        [line(question), deadlineText(expiresAt, defaultOption)].filter(Boolean).join('  '),
      ]),
    ),
    part(
      terminal,
      'Silent agents',
      agents.map(({ cardKey, agent, state, since, lastSeenAt }) => [
        cardKey,
        `@${agent.handle}, ${state}`,
        since,
        `last seen ${lastSeenAt ?? 'never'}`,
      ]),
    ),
    part(
      terminal,
      'Blocked cards',
      cards.map(({ cardKey, cardTitle, since, blockers, moreBlockers }) => [
        cardKey,
        `waits for ${[...blockers.map(blockerText), ...(moreBlockers > 0 ? [`${moreBlockers} more`] : [])].join(', ')}`,
        since,
        line(cardTitle),
      ]),
    ),
    cycles.map((keys) => `These cards block each other: ${keys.join(' ← ')}.`).join('\n'),
    cutAtLimit.length > 0 ? `Not all are shown: ${cutAtLimit.join(', ')}.` : '',
  ].filter((text) => text !== '')
  return parts.length === 0 ? 'Nothing is waiting.' : parts.join('\n\n')
}

const deadlineText = (expiresAt?: string, defaultOption?: string): string =>
  expiresAt === undefined
    ? ''
    : `(${defaultOption === undefined ? `answer by ${expiresAt}` : `default at ${expiresAt}: ${line(defaultOption)}`})`

function part(terminal: Terminal, title: string, rows: string[][]): string {
  if (rows.length === 0) return ''
  return `${title}\n${columns(rows.map(([key = '', ...rest]) => [`  ${terminal.paint('bold', key)}`, ...rest]))}`
}

function blockerText({ cardKey, sessions }: Waits['cards'][number]['blockers'][number]): string {
  const at = sessions.map(({ agent, state }) => `@${agent.handle} ${state}`).join(', ')
  return at === '' ? cardKey : `${cardKey} (${at})`
}
