import { createSlackDouble, type DoubleMessage, startPluginWorld } from '@tandem/plugin-test-kit'
import { expect } from 'vitest'
import type { Person, TestService } from '../../../../packages/server/test/kit/service.ts'
import { slackPlugin } from '../../../../plugins/slack/src/plugin.ts'
import { buttonsOn, wholeText } from '../../../../plugins/slack/test/fixture/world.ts'
import { type Question, refusalOf, type Surface } from './race.ts'

const channelId = 'C0ENGINE'

/** The Slack plugin on a board of its own making, and people who are linked to it. */
export async function startSlack(tandem: TestService) {
  const slack = await createSlackDouble()
  slack.channel(channelId)
  const world = await startPluginWorld({
    tandem: { ...tandem, stop: async () => {} },
    provider: slack,
    create: slackPlugin,
    boards: [{ name: 'default', keyPrefix: 'ENG', config: () => ({ channels: [{ channelId }] }) }],
    environment: { SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken, SLACK_SIGNING_SECRET: slack.signingSecret },
  })
  const userOf = (person: number) => ({ id: `U${person}`, name: `user${person}` })
  const whispers = (person: number) => slack.whispers.filter(({ userId }) => userId === userOf(person).id).map(({ text }) => text)
  const press = async (person: number, message: DoubleMessage, option: string) => {
    const { status } = await slack.send(world.url(), slack.press(userOf(person), message, option))
    expect(status).toBe(200)
    await world.idle()
  }
  const messageOf = async ({ text }: Question) => {
    const found = () => slack.messages.find((message) => wholeText(message).includes(text))
    await expect.poll(() => found() !== undefined, { timeout: 60_000 }).toBe(true)
    return found() as DoubleMessage
  }

  const surfaceOf = (people: readonly Person[]): Surface => {
    const linked = new Set<number>()
    const pressed = new Set<number>()
    return {
      name: 'Slack',
      leadMs: 400,
      people,
      async ready(question) {
        pressed.clear()
        const message = await messageOf(question)
        for (const [at, person] of people.entries()) {
          if (linked.has(at)) continue
          await press(at, message, question.options[0] ?? '')
          const token = /\/connect\/([^|>]+)/.exec(whispers(at).at(-1) ?? '')?.[1]
          expect((await person.post(`/api/person-links/${token}/confirm`, {})).status).toBeLessThan(300)
          linked.add(at)
        }
      },
      async answer(question, person, option) {
        const message = await messageOf(question)
        // If another answer came before the press, the button is gone.
        if (!buttonsOn(message).includes(option)) return false
        pressed.add(person)
        await press(person, message, option)
        return wholeText(message).includes(`*${nameOf(person)}* answered: ${option}`)
      },
      async told(question, end, taken) {
        const message = await messageOf(question)
        await expect.poll(() => wholeText(message), { timeout: 60_000 }).toContain(`*${end.name}* answered: ${end.answer}`)
        expect(buttonsOn(message)).toEqual([])
        for (const at of pressed) if (!taken[at]) expect(whispers(at).at(-1)).toContain(refusalOf(end))
      },
    }
  }
  const nameOf = (person: number) => `Slack ${person}`
  return { ada: world.ada, boardId: world.boards[0]?.boardId ?? '', surfaceOf, stop: () => world.stop() }
}
