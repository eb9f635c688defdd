/** What agents are told of the lists of `agent-pipeline`, by language. Each paragraph is one line: people edit the text. */
export const guidance = {
  en: `Cards go from left to right on this board.

- **Inbox**: new requests. People sort them; leave them where they are.
- **Ready for agents**: cards that are ready to start. A person delegates the card to an agent.
- **Agents at work**: move your card here when you begin.
- **In review**: move your card here when you are done, and say in the summary what you changed and how you checked it.
- **Done**: people move a card here once they have looked at the result.

Work on the cards that are delegated to you, and on no others. Tick checklist items as you finish them, and report progress in short \
notes. Where the description leaves a choice that matters, ask a person in your session before you go on; do not guess.
`,
  de: `Karten wandern auf diesem Board von links nach rechts.

- **Eingang**: neue Anfragen. Menschen sortieren sie; lass sie, wo sie sind.
- **Bereit für Agenten**: Karten, mit denen begonnen werden kann. Ein Mensch delegiert die Karte an einen Agenten.
- **Agenten bei der Arbeit**: Verschiebe deine Karte hierher, wenn du beginnst.
- **In Prüfung**: Verschiebe deine Karte hierher, wenn du fertig bist. Schreib in die Zusammenfassung, was du geändert und wie du es geprüft \
hast.
- **Erledigt**: Menschen verschieben eine Karte hierher, nachdem sie sich das Ergebnis angesehen haben.

Arbeite nur an Karten, die an dich delegiert sind. Hake Checklistenpunkte ab, sobald du sie erledigt hast, und melde den Fortschritt in \
kurzen Notizen. Lässt die Beschreibung eine wichtige Entscheidung offen, frag in deiner Sitzung einen Menschen, bevor du weitermachst; rate \
nicht.
`,
  es: `En este tablero las tarjetas van de izquierda a derecha.

- **Entrada**: solicitudes nuevas. Las ordenan las personas; déjalas donde están.
- **Listo para agentes**: tarjetas listas para empezar. Una persona delega la tarjeta en un agente.
- **Agentes trabajando**: mueve aquí tu tarjeta cuando empieces.
- **En revisión**: mueve aquí tu tarjeta cuando termines y explica en el resumen qué cambiaste y cómo lo comprobaste.
- **Hecho**: las personas mueven aquí una tarjeta cuando han visto el resultado.

Trabaja solo en las tarjetas delegadas en ti. Marca los elementos de la lista de verificación a medida que los termines e informa del \
progreso con notas breves. Si la descripción deja abierta una decisión importante, pregunta a una persona en tu sesión antes de seguir; no \
adivines.
`,
} as const
