/** The child's side of `Child.ask`: one answer per question; the process ends with the one that started it. */
export function answerWith<Question, Answer>(answer: (question: Question) => Promise<Answer> | Answer): void {
  process.once('disconnect', () => process.exit(1))
  process.on('message', (question: Question) => void reply(question, answer))
}

async function reply<Question, Answer>(question: Question, answer: (question: Question) => Promise<Answer> | Answer): Promise<void> {
  try {
    process.send?.({ answer: await answer(question) })
  } catch (error) {
    process.send?.({ failure: (error as Error).stack ?? String(error) })
  }
}
