/** The child's side of `Child.ask`: one answer per question; the process ends with the one that started it. */
export function answerWith(answer: (question: never) => unknown): void {
  process.once('disconnect', () => process.exit(1))
  process.on('message', (question) => void reply(question as never, answer))
}

async function reply(question: never, answer: (question: never) => unknown): Promise<void> {
  try {
    process.send?.({ answer: await answer(question) })
  } catch (error) {
    process.send?.({ failure: (error as Error).stack ?? String(error) })
  }
}
