import { planItem } from '@tandem/contract'
import { Complaint } from '../../failures.ts'
import { readUsage, usageHint } from '../../read-usage.ts'
import { command, many, parsed, text } from '../../spec.ts'
import { report, said, stateText, whichOf, withNews } from '../../work-report.ts'

/** Reports of an agent on its work and its end, from a script. */
export const workReports = [
  command({
    words: 'work update',
    about: 'update your session: status, plan, link or usage',
    detail: `The steps replace the plan, in their order. ${usageHint}`,
    options: {
      ...withNews,
      status: text('text', 'one line about what you are doing'),
      step: many('state=text', 'a step of the plan; pending, in_progress, done or skipped'),
      link: text('url', 'where the run can be watched'),
      usage: parsed('amounts', 'usage since the last report, such as in=1200,out=300,usd=0.02', readUsage),
    },
    examples: [
      ['tandem work update --status "Running the tests"', 'in a command that tandem agent run has started'],
      ['tandem work update --session ENG-12 --generation 1 --step "done=Draw it" --step "in_progress=Build it"', 'the whole plan'],
    ],
    async run({ options, connect }) {
      const { status: statusText, link: externalUrl, usage, step } = options
      const plan = step.length === 0 ? undefined : step.map(readStep)
      if ([statusText, externalUrl, usage, plan].every((value) => value === undefined))
        throw new Complaint('wrong usage', 'Nothing to update. Use --status, --step, --link or --usage.')
      const { client } = await connect()
      return report(client, options, { op: 'update', statusText, externalUrl, usage, plan })
    },
  }),
  command({
    words: 'work progress [words...]',
    about: 'report progress; without words, it is read from standard input',
    options: withNews,
    examples: [
      ['tandem work progress Half of the tests pass', 'in a command that tandem agent run has started'],
      ['make test 2>&1 | tail -5 | tandem work progress --session ENG-12 --generation 1', 'the output of another program'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      return report(client, options, { op: 'progress', note: await said(args.words, 'The note') })
    },
  }),
  command({
    words: 'work heartbeat',
    about: 'extend the lease of a claimed session, and get the news',
    options: withNews,
    examples: [['tandem work heartbeat', 'adds nothing to the trail; each report extends the lease too']],
    async run({ options: { generation, ...options }, connect }) {
      if (generation === undefined)
        throw new Complaint(
          'wrong usage',
          'Add --generation with the generation from the claim. A session without a lease needs no heartbeat.',
        )
      const { client } = await connect()
      const reply = await client.call('session.heartbeat', { ...(await whichOf(client, options)), generation })
      return { value: reply, text: stateText(reply) }
    },
  }),
  command({
    words: 'work complete [words...]',
    about: 'end your session: the work is done; without words, the summary is read from standard input',
    options: withNews,
    examples: [
      ['tandem work complete The valve is tight again', 'in a command that tandem agent run has started'],
      ['tandem work complete --session ENG-12 --generation 1 < summary.md', 'a long summary, in Markdown'],
    ],
    async run({ args, options, connect }) {
      const { client } = await connect()
      return report(client, options, { op: 'complete', summary: await said(args.words, 'The summary') })
    },
  }),
  command({
    words: 'work fail [words...]',
    about:
      'end your session: the work could not be done, or a person asked you to stop; without words, the reason is read from standard input',
    options: withNews,
    examples: [['tandem work fail --session ENG-12 The drawing is missing', 'people see why']],
    async run({ args, options, connect }) {
      const { client } = await connect()
      return report(client, options, { op: 'fail', reason: await said(args.words, 'The reason') })
    },
  }),
]

function readStep(given: string) {
  const at = given.indexOf('=')
  const step = planItem.safeParse({ status: given.slice(0, Math.max(at, 0)), text: given.slice(at + 1).trim() })
  if (step.success) return step.data
  throw new Complaint(
    'wrong usage',
    `Invalid step ${given}. Use one such as "done=Draw it", with ${planItem.shape.status.options.join(', ')}.`,
  )
}
