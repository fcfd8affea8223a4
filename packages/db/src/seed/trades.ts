export interface Trade {
  occupation: string;
  category: string;
  naicsCode: string;
  /** Where gig work of this kind is found; none for a trade that has no platform. */
  platforms: readonly string[];
  /** What such a business calls itself, after a name or a place. */
  businessWords: readonly string[];
}

/** What people do for a living here, with how common each trade is. */
export const TRADES: readonly (readonly [Trade, weight: number])[] = [
  [trade("Rideshare Driver", "Transportation", "485310", "Uber,Lyft", "Rides,Car Service,Transport"), 22],
  [
    trade(
      "Delivery Courier",
      "Transportation",
      "492210",
      "DoorDash,Instacart,Grubhub,Amazon Flex",
      "Delivery,Couriers,Express",
    ),
    22,
  ],
  [
    trade("Truck Owner-Operator", "Transportation", "484121", "None", "Trucking,Freight,Hauling,Logistics"),
    7,
  ],
  [trade("Freelance Designer", "Professional Services", "541430", "Upwork", "Design,Studio,Creative"), 5],
  [trade("Online Seller", "E-commerce", "455110", "Etsy,Shopify", "Goods,Supply Co,Trading"), 6],
  [trade("Cleaner", "Cleaning", "561720", "None", "Cleaning,Janitorial,Maids"), 6],
  [
    trade("Handyman", "Construction & Trades", "238990", "None", "Home Repair,Handyman Services,Remodeling"),
    5,
  ],
  [trade("Hair Stylist", "Beauty & Wellness", "812112", "None", "Hair Salon,Beauty Bar,Barbershop"), 5],
  [trade("Caregiver", "Health Care", "621610", "None", "Home Care,Senior Care"), 4],
  [trade("Photographer", "Professional Services", "541921", "Upwork", "Photography,Portraits"), 3],
  [trade("Landscaper", "Construction & Trades", "561730", "None", "Landscaping,Lawn Care,Tree Service"), 4],
  [trade("Personal Trainer", "Beauty & Wellness", "713940", "None", "Fitness,Training"), 2],
  [trade("Food Truck Owner", "Food & Beverage", "722330", "Grubhub", "Tacos,Barbecue,Street Kitchen"), 4],
  [trade("Auto Mechanic", "Auto Repair", "811111", "None", "Auto Repair,Garage,Tire & Brake"), 4],
  [trade("Real Estate Agent", "Real Estate", "531210", "None", "Realty,Properties"), 2],
];

/** Ways to be in business, with how common each is and whether it is incorporated. */
export const BUSINESS_TYPES: readonly (readonly [{ name: string; incorporated: boolean }, weight: number])[] =
  [
    [{ name: "Sole Proprietorship", incorporated: false }, 62],
    [{ name: "Single-member LLC", incorporated: true }, 22],
    [{ name: "Multi-member LLC", incorporated: true }, 6],
    [{ name: "S-Corporation", incorporated: true }, 5],
    [{ name: "C-Corporation", incorporated: true }, 2],
    [{ name: "Partnership", incorporated: false }, 3],
  ];

export interface Bank {
  id: string;
  name: string;
  routing: string;
}

/** Banks that exist nowhere; their routing numbers pass the checksum. */
export const BANKS: readonly Bank[] = [
  { id: "ins_109508", name: "First Platypus Bank", routing: "019991016" },
  { id: "ins_109510", name: "Tartan Bank", routing: "029991129" },
  { id: "ins_109511", name: "Houndstooth Bank", routing: "039991232" },
  { id: "ins_109512", name: "Tattersall Federal Credit Union", routing: "049991345" },
  { id: "ins_109509", name: "Windowpane Bank", routing: "059991458" },
  { id: "ins_210101", name: "Harborline Bank", routing: "069991561" },
  { id: "ins_210102", name: "Prairie State Credit Union", routing: "079991674" },
  { id: "ins_210103", name: "Summit Online Bank", routing: "089991787" },
];

export const CARD_ISSUERS: readonly string[] = ["VISA", "MASTERCARD", "DISCOVER"];

function trade(
  occupation: string,
  category: string,
  naicsCode: string,
  platforms: string,
  businessWords: string,
): Trade {
  return {
    occupation,
    category,
    naicsCode,
    platforms: platforms.split(","),
    businessWords: businessWords.split(","),
  };
}
