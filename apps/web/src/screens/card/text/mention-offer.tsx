import { Avatar } from '../../../ui/avatar.tsx'
import type { Completing } from '../../../ui/editor/completions.ts'
import { begunMention, useMentionable } from './mentions.ts'

/** Completions of a mention, once an `@` is typed. */
export function useMentionOffer(): Completing {
  const mentionable = useMentionable()
  return {
    begun: begunMention,
    choices: (query) =>
      mentionable(query).map((member) => ({
        name: member.name,
        detail: `@${member.handle}`,
        icon: <Avatar face={member} size="sm" />,
        insert: `@${member.handle} `,
      })),
  }
}
