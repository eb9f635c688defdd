import type { MailTexts } from './en.ts'

export const es: MailTexts = {
  reasons: {
    question: ({ name }) => `${name} te hace una pregunta`,
    mentioned: ({ name }) => `${name} te mencionó`,
    assigned: ({ name }) => `${name} te asignó una tarjeta`,
    delegated: ({ name }) => `${name} delegó en ti una tarjeta`,
    unblocked: () => 'la tarjeta ya no está bloqueada',
    review: ({ name }) => `el trabajo de ${name} está listo para revisar`,
    reviewed: ({ name }) => `${name} revisó el trabajo de un agente`,
    session_ended: ({ name, hasFailed, isCanceled }) =>
      hasFailed ? `una sesión de agente ${isCanceled ? 'se canceló' : 'falló'}` : `${name} ha terminado`,
    commented: ({ name }) => `${name} comentó`,
    watching: ({ name }) => `${name} cambió una tarjeta que sigues`,
    due_soon: ({ due }) => (due === null ? 'vence pronto' : `vence el ${due}`),
    webhook_disabled: () => 'se desactivó un webhook',
    rule: () => 'una regla te notificó',
    agent_requested: ({ name }) => `${name} solicita un agente tuyo`,
    budget: () => 'un presupuesto está casi agotado',
    invited: ({ name }) => `${name} te invitó a un tablero`,
  },
  external: 'Externo',
  fromOutside: 'De fuera del tablero. No puede iniciar agentes, y los agentes lo leen solo como información.',
  othersInSubject: (count) => `(y ${count} más)`,
  moreInInbox: (count) => `${count} más en tu bandeja de entrada.`,
  replyTo: {
    answer: 'Responde a este correo para contestar la pregunta.',
    comment: 'Responde a este correo para comentar.',
  },
  settings: 'Puedes elegir qué correos recibes en la configuración de notificaciones.',
  settingsAt: (url) => `Elige qué correos recibes: ${url}`,
  question: {
    several: (count) => `${count} preguntas. Respóndelas juntas.`,
    approval: 'Aprueba o rechaza.',
    text: 'Responde con tus propias palabras.',
    choice: 'Elige una de las opciones.',
    suggestions: 'Elige una opción o responde con tus propias palabras.',
    until: (time) => `Responde antes del ${time}.`,
    otherwise: (option) => `Si no hay respuesta, se usa “${option}”.`,
    approve: 'Aprobar',
    deny: 'Rechazar',
    option: (number) => `Opción ${number}`,
    answer: 'Responder',
    otherAnswer: 'Otra respuesta',
    budget: { more: 'El mismo presupuesto otra vez', finish: 'Terminar ahora', stop: 'Detener' },
  },
  invitation: {
    subject: (board) => `Invitación a ${board}`,
    body: ({ name, board, url }) =>
      `Hola:\n\n${name} te invitó al tablero “${board}” en Tandem. Únete en un plazo de 7 días:\n\n${url}\n\nSi no esperabas esta invitación, ignora este correo.\n`,
  },
  reset: {
    subject: 'Restablece tu contraseña de Tandem',
    body: ({ name, url }) =>
      `Hola, ${name}:\n\nSe solicitó restablecer la contraseña de tu cuenta. Crea una nueva en un plazo de 30 minutos:\n\n${url}\n\nSi no lo solicitaste, ignora este correo. Tu contraseña no cambia.\n`,
  },
  replies: {
    refused: 'No se aceptó tu respuesta',
    unopened: 'Tu comentario no inició ningún agente',
    unopenedText: 'Tu comentario se añadió. Estos agentes no se iniciaron:',
    inbox: 'Abrir la bandeja de entrada',
  },
}
