/** Tags and names of elements of what wears off and of what replaces it. */

/** What cash flow statements print beside depreciation. */
export const amortizationBeside: readonly string[] = ["us-gaap:AdjustmentForAmortization"];

/** Amortization of software: a row of some cash flow statements, and in notes of many filers a part of depreciation. */
export const softwareAmortization: readonly string[] = [
  "us-gaap:CapitalizedComputerSoftwareAmortization1",
  "us-gaap:CapitalizedComputerSoftwareAmortization",
];

/** Names of elements of a filer's own that are amortization and nothing else. */
export const ownAmortization =
  /^Amortization(Expense)?(Of(Other|Acquired|Purchased|Identifiable)*Intangible(s|Assets?))?$/;

/** The same with impairments. */
export const amortizationAndImpairments = /^Amortization(And)?Impairments?(AndWrite-?[Oo]ffs?)?$/;

/** Names of elements of a filer's own that are depreciation, or with amortization, and nothing else. */
export const ownDepreciation =
  /^Depreciation(?!Of)(?!.*(Impairment|Non-?[Cc]ash|Other(Items)?$|Discontinued|Debt|Financing|Gain|Loss))/;

/** The same with other items, of which the name tells nothing. */
export const wearAndOther = /^Depreciation(And|Depletion)*AmortizationAndOther$/;

/** Names of rows of what wears off with customers, and of payments for it. */
export const wearOfLeased =
  /^Depreciation(?!.*Excluding).*(OnOperatingLeases|OfLeased|OnLeased|LeasedTo)/i;
export const paidForLeases = /^PaymentsToAcquire.*Lease/;

/** Amortization of intangible assets, on statements and in notes. */
export const amortizationOfIntangibles: readonly string[] = [
  "us-gaap:AmortizationOfIntangibleAssets",
];

/** Depreciation and amortization in one figure, also as a part of all. */
export const wearOfStatements: readonly string[] = [
  "us-gaap:DepreciationDepletionAndAmortization",
  "us-gaap:DepreciationAmortizationAndAccretionNet",
  "us-gaap:DepreciationAndAmortization",
  "us-gaap:OtherDepreciationAndAmortization",
];
export const depreciationAlone: readonly string[] = [
  "us-gaap:Depreciation",
  "ifrs-full:DepreciationExpense",
];

/** Names of elements of capital expenditures that hold software and other intangible assets. */
export const widerExpenditure = /ProductiveAssets|Intangible|Software/;

/** Names of elements, also of a filer's own, of payments for software, other intellectual property and winning contracts, and for no business. */
export const softwareRow =
  /^(?!.*(Business|Compan(y|ies)|Acquisitions|Proceeds|Sale|Dispos)).*(Software|OutsourcingContract|IntellectualProperty|AcquireIntangibleAssets[A-Z])/;

/**
 * Names of elements, also of a filer's own, of payments for property and equipment that a statement prints apart from the
 * rest: by region (Freeport), by kind, or for plants that are for sale (Intel). What is bought to lease to customers is none.
 */
export const equipmentRow =
  /^(?!Proceeds|Sale|.*(Decommissioning|Payable|Reserve|Accru|Escrow|Financ|OnLease|Discontinued)).*(CapitalExpenditures?$|AcquireFixedAssets$|AdditionsToPropertyPlantAndEquipment|CapitalImprovements|TenantImprovements|Satellites$|SubscriberLeasedEquipment|Buildings$|AdditionsToInstruments$|ProcessingFacilities$|GatheringSystem|NuclearFuel|FlightEquipment$|PaymentsForConstruction|CapitalizedInterest$|InterestCostsCapitalized$)/;

/** Names of elements that say all: payments for property and equipment, for those that customers rent, too. */
export const ownEquipment =
  /^(Payments?(For|ToAcquire)|(Purchases?|Acquisition)Of|AdditionsTo)(Property|PropertyPlant)?(And)?(Rental)?(Equipment|FixedAssets)$/;

/** Elements of the same payments as cash flow statements state them below zero; above zero a note states them with what is unpaid. */
export const additionsToEquipment: readonly string[] = [
  "us-gaap:PropertyPlantAndEquipmentAdditions",
];

/**
 * Other intangible assets than software for more than so many times what the year amortizes are no replacement of it:
 * Tesla bought digital currency in 2021.
 */
export const timesAmortized = 10;

/** The two elements of payments for intangible assets that a statement may have in two rows. */
export const intangibleRows: readonly string[] = [
  "us-gaap:PaymentsToAcquireIntangibleAssets",
  "us-gaap:PaymentsToDevelopSoftware",
];

/** What of the flows of the whole business is of a discontinued one, as notes state it. */
export const discontinuedFlows = {
  depreciation: [
    "us-gaap:DepreciationAndAmortizationDiscontinuedOperations",
    "us-gaap:DisposalGroupIncludingDiscontinuedOperationDepreciationAndAmortization",
  ],
  capitalExpenditures: ["us-gaap:CapitalExpenditureDiscontinuedOperations"],
} as const;

/** Rows of a cash flow statement that keeps the flows of a discontinued business apart. */
export const flowsApart: readonly string[] = [
  "us-gaap:CashProvidedByUsedInOperatingActivitiesDiscontinuedOperations",
  "us-gaap:CashProvidedByUsedInInvestingActivitiesDiscontinuedOperations",
];
