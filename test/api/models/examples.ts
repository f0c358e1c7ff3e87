import { company, type Questions } from "../../helpers/endpoints/questions.ts";

const dcf = `${company}/models/dcf_5_year_terminal_growth`;

export const questions: Questions = {
  listModels: `${company}/models`,
  getModel: dcf,
  listModelFormulas: `${dcf}/formulas`,
  computeModel: [`${dcf}/compute`, { assumptions: { discount_rate: 0.085 } }],
  reverseModel: [`${dcf}/reverse`, { price: 240 }],
  simulateModel: [`${dcf}/simulate`, { price: 240, draws: 100 }],
  listMultiplesHistory: [`${company}/multiples/history`, { price: 240 }],
  listPeers: `${company}/multiples/peers`,
  sumParts: [`${company}/sum-of-parts`, { multiples: { "own:EuropeSegment": 20 }, price: 240 }],
  blendModels: [
    `${company}/model-blend`,
    {
      models: [
        { templateKey: "dcf_5_year_terminal_growth", weight: 2 },
        { templateKey: "ev_ebitda_multiples", weight: 1 },
      ],
      price: 240,
    },
  ],
};
